package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The history of an array in a time range, from its files: of what was replaced by consolidation
 * too, as long as it is there. Nothing is read before it is asked for.
 */
public final class ArrayHistory {
  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final Map<String, StoredSchema> schemas;
  private final ArraySchema opened;
  private final TimeRange times;

  /**
   * A file of metadata.
   *
   * @param name its name, which holds its time
   * @param entries what was put and deleted
   * @param replaces the names of the files that it was consolidated from
   */
  public record MetadataFile(
      FragmentName name, List<ArrayMetadataFormat.Entry> entries, List<String> replaces) {}

  ArrayHistory(
      ArrayDirectory directory,
      StructureFiles files,
      Map<String, StoredSchema> schemas,
      ArraySchema opened,
      TimeRange times) {
    this.directory = directory;
    this.files = files;
    this.schemas = schemas;
    this.opened = opened;
    this.times = times;
  }

  /** The same, read from another store. */
  ArrayHistory withFiles(StructureFiles others) {
    return new ArrayHistory(directory, others, schemas, opened, times);
  }

  /** The names of all files as they were when the array was opened. */
  public ArrayDirectory directory() {
    return directory;
  }

  /** The schemas by the names of their files, in their order, those of later times too. */
  public Map<String, StoredSchema> schemas() {
    return schemas;
  }

  /** The schemas that are in force at a time or before, by the names of their files, in order. */
  public Map<String, StoredSchema> schemasUntil(long time) {
    List<String> names = List.copyOf(schemas.keySet());
    Map<String, StoredSchema> known = new LinkedHashMap<>(schemas);
    known.keySet().retainAll(Set.copyOf(names.subList(0, Snapshot.schemaAt(names, time) + 1)));
    return known;
  }

  /** The schemas that are in force at a time or later. */
  public List<StoredSchema> schemasFrom(long time) {
    List<StoredSchema> all = List.copyOf(schemas.values());
    return all.subList(Snapshot.schemaAt(List.copyOf(schemas.keySet()), time), all.size());
  }

  /** The committed fragments, the oldest first; with those that were replaced, but not removed. */
  public List<Fragment> fragments(Tasks tasks) {
    return ListingRetry.attempt(
        directory.location(), attempt -> fragments(listed(attempt, tasks), tasks));
  }

  /** The names as they were when the array was opened; when some are gone, those of now. */
  private ArrayDirectory listed(int attempt, Tasks tasks) {
    return attempt == 1
        ? directory
        : ArrayDirectory.list(files.storage(), directory.location(), tasks);
  }

  private List<Fragment> fragments(ArrayDirectory listed, Tasks tasks) {
    boolean sparse = !opened.isDense();
    Set<String> seen = new HashSet<>();
    StructureFiles ahead = files.ahead(listed.lists(), tasks);
    VisibleNames.of(listed, ahead, times, sparse)
        .fragments()
        .forEach(folder -> seen.add(folder.name().text()));
    List<ArrayDirectory.FragmentFolder> all =
        VisibleNames.withReplaced(listed, ahead, times, sparse).fragments();
    // What was replaced may be about to be removed, with its commit still there.
    List<Boolean> there =
        files.all(
            tasks,
            all,
            folder -> seen.contains(folder.name().text()) || hasMetadata(folder.location()));
    List<ArrayDirectory.FragmentFolder> wanted =
        IntStream.range(0, all.size()).filter(there::get).mapToObj(all::get).toList();
    return new FragmentLoader(listed, files, schemas, opened, tasks).load(wanted);
  }

  private boolean hasMetadata(Location fragment) {
    return files
        .storage()
        .findFile(fragment.resolve(ArrayPaths.FRAGMENT_METADATA_FILE))
        .isPresent();
  }

  /** For fragments that were consolidated, the names of those that they replace. */
  public Map<String, List<String>> replaced(Tasks tasks) {
    List<ArrayDirectory.NamedFile> vacuums = new ArrayList<>(directory.vacuums());
    vacuums.addAll(directory.pendingVacuums());
    StructureFiles ahead =
        files.ahead(vacuums.stream().map(ArrayDirectory.NamedFile::location).toList(), tasks);
    Map<String, List<String>> replaced = new HashMap<>();
    for (ArrayDirectory.NamedFile vacuum : vacuums) {
      try {
        replaced.put(vacuum.name().text(), CommitFiles.replaced(ahead, vacuum.location()));
      } catch (NotFoundException e) {
        continue; // it was vacuumed, with all that it listed
      }
    }
    return replaced;
  }

  /** Whether all of some files of gathered footers were there. */
  boolean hasFooterFiles(List<ArrayDirectory.NamedFile> files) {
    return directory.consolidatedFooters().containsAll(files);
  }

  /** The names of the files in the folder of metadata. */
  List<String> metadataFiles() {
    return directory.metadata();
  }

  /** The names of the fragments with a file that lists what they replace. */
  Set<String> replacing() {
    Set<String> names = new HashSet<>();
    directory.vacuums().forEach(vacuum -> names.add(vacuum.name().text()));
    directory.pendingVacuums().forEach(vacuum -> names.add(vacuum.name().text()));
    return names;
  }

  /** The files of metadata, in no order. */
  public List<MetadataFile> metadata(Tasks tasks) {
    return ListingRetry.attempt(
        directory.location(), attempt -> metadata(listed(attempt, tasks), tasks));
  }

  private List<MetadataFile> metadata(ArrayDirectory listed, Tasks tasks) {
    Location folder = directory.location().resolve(ArrayPaths.METADATA_FOLDER);
    StructureFiles ahead = MetadataFolder.ahead(files, folder, listed.metadata(), tasks);
    Map<String, List<String>> replaced = new HashMap<>();
    List<FragmentName> names = new ArrayList<>();
    for (String file : listed.metadata()) {
      Optional<FragmentName> name = FragmentName.parse(file).filter(this::isWithin);
      if (name.isPresent() && file.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        replaced.put(name.get().text(), CommitFiles.replaced(ahead, folder.resolve(file)));
      } else if (name.isPresent() && file.equals(name.get().text())) {
        names.add(name.get());
      }
    }
    return tasks.io(
        files.storage().traits().waitingRequests(),
        names,
        name ->
            new MetadataFile(
                name,
                files.generic(
                    ArrayMetadataFormat.STRUCTURE,
                    folder.resolve(name.text()),
                    ArrayMetadataFormat::decode),
                replaced.getOrDefault(name.text(), List.of())));
  }

  /** Returns the names of the files in which the commits of several writes were gathered. */
  public List<FragmentName> consolidatedCommits() {
    return directory.consolidatedCommits().stream()
        .map(file -> FragmentName.parse(file.name()))
        .flatMap(Optional::stream)
        .filter(name -> !name.isOfCommit())
        .filter(this::isWithin)
        .toList();
  }

  /** The names of files that hold the metadata of several fragments. */
  public List<FragmentName> consolidatedFooters() {
    return directory.consolidatedFooters().stream()
        .map(ArrayDirectory.NamedFile::name)
        .filter(this::isWithin)
        .toList();
  }

  private boolean isWithin(FragmentName name) {
    return times.containsAll(name.t1(), name.t2());
  }
}
