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
 * The history of an array in a time range, derived from its files. It includes fragments and
 * metadata that were replaced by consolidation, as long as they exist. Fragments and metadata are
 * read when they are requested.
 */
public final class ArrayHistory {
  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final Map<String, StoredSchema> schemas;
  private final ArraySchema opened;
  private final TimeRange times;

  /**
   * A metadata file.
   *
   * @param name the name of the file, which contains its timestamps
   * @param entries the keys that the file sets or deletes
   * @param replaces the names of the files that were consolidated into this file
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

  /** Returns a copy of this history that reads files with another reader. */
  ArrayHistory withFiles(StructureFiles others) {
    return new ArrayHistory(directory, others, schemas, opened, times);
  }

  /** Returns the listing from the time when the array was opened. */
  public ArrayDirectory directory() {
    return directory;
  }

  /** Returns all schemas by file name, oldest first, including schemas after the time range. */
  public Map<String, StoredSchema> schemas() {
    return schemas;
  }

  /**
   * Returns the schemas that were in force at or before a time, by file name, oldest first.
   *
   * @param time milliseconds since 1970
   */
  public Map<String, StoredSchema> schemasUntil(long time) {
    List<String> names = List.copyOf(schemas.keySet());
    Map<String, StoredSchema> known = new LinkedHashMap<>(schemas);
    known.keySet().retainAll(Set.copyOf(names.subList(0, SchemaFolder.indexAt(names, time) + 1)));
    return known;
  }

  /**
   * Returns the schemas that were in force at or after a time, oldest first.
   *
   * @param time milliseconds since 1970
   */
  public List<StoredSchema> schemasFrom(long time) {
    List<StoredSchema> all = List.copyOf(schemas.values());
    return all.subList(SchemaFolder.indexAt(List.copyOf(schemas.keySet()), time), all.size());
  }

  /**
   * Returns the committed fragments, oldest first, including replaced fragments that still exist.
   */
  public List<Fragment> fragments(Tasks tasks) {
    return ListingRetry.attempt(
        directory.location(), attempt -> fragments(listed(attempt, tasks), tasks));
  }

  /**
   * Returns the listing from the time of opening for the first attempt. For later attempts, lists
   * the array again.
   */
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
    // A vacuum may be deleting replaced fragments whose commits still exist.
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

  /** Returns the names of replaced fragments, by the name of the fragment that replaced them. */
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
        continue; // it was vacuumed together with all fragments that it listed
      }
    }
    return replaced;
  }

  /** Returns whether the listing contains all of the given files with consolidated footers. */
  boolean hasFooterFiles(List<ArrayDirectory.NamedFile> files) {
    return directory.consolidatedFooters().containsAll(files);
  }

  /**
   * Returns the names of the fragments whose footers are in files of consolidated footers. Reads
   * only files that no fragment was loaded from. These exist if the fragments were loaded before
   * the files were written.
   *
   * @param fragments fragments of the listing
   */
  public Set<String> consolidatedFooters(List<Fragment> fragments, Tasks tasks) {
    Set<String> names = new HashSet<>();
    Set<Location> known = new HashSet<>();
    for (Fragment fragment : fragments) {
      known.add(fragment.tables().footerFile());
      if (fragment.tables().hasConsolidatedFooter()) {
        names.add(fragment.name().text());
      }
    }
    if (names.size() < fragments.size()) {
      List<ArrayDirectory.NamedFile> others =
          FooterFiles.latest(directory).stream()
              .filter(file -> !known.contains(file.location()))
              .toList();
      files
          .all(tasks, others, file -> FooterFiles.read(file, files).keySet())
          .forEach(names::addAll);
    }
    return names;
  }

  /** Returns the names of the files in the metadata folder. */
  List<String> metadataFiles() {
    return directory.metadata();
  }

  /** Returns the names of the fragments that have a vacuum file. */
  Set<String> replacing() {
    Set<String> names = new HashSet<>();
    directory.vacuums().forEach(vacuum -> names.add(vacuum.name().text()));
    directory.pendingVacuums().forEach(vacuum -> names.add(vacuum.name().text()));
    return names;
  }

  /** Returns the metadata files in the time range, in no particular order. */
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

  /**
   * Returns the names of the files in the time range that consolidate the commits of several
   * writes.
   */
  public List<FragmentName> consolidatedCommits() {
    return directory.consolidatedCommits().stream()
        .map(file -> FragmentName.parse(file.name()))
        .flatMap(Optional::stream)
        .filter(name -> !name.isOfCommit())
        .filter(this::isWithin)
        .toList();
  }

  /** Returns the names of the files in the time range that consolidate fragment footers. */
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
