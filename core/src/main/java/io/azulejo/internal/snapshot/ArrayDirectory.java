package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameRules;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A listing of an array's folders: the names of all files, grouped by kind. It includes files of
 * all timestamps, and does not open any file.
 *
 * @param location the array
 * @param hasOldSchema whether the root folder contains a schema file
 * @param schemas names of the files in the schema folder, sorted
 * @param fragments folders whose names are fragment names, committed or not
 * @param commits names of the fragments that have their own commit file
 * @param vacuums vacuum files of fragments
 * @param pendingVacuums vacuum files that take effect when their fragment is committed
 * @param consolidatedCommits consolidated commit files
 * @param ignores ignore files, which list invalidated consolidated commits
 * @param deletes files with delete and update conditions
 * @param consolidatedFooters files with consolidated footers
 * @param metadata names of the files in the folder of array metadata
 * @param metadataSizes sizes in bytes of fragment metadata files, by fragment name, as far as the
 *     listing contains them
 */
public record ArrayDirectory(
    Location location,
    boolean hasOldSchema,
    List<String> schemas,
    List<FragmentFolder> fragments,
    Set<String> commits,
    List<NamedFile> vacuums,
    List<NamedFile> pendingVacuums,
    List<Location> consolidatedCommits,
    List<Location> ignores,
    List<NamedFile> deletes,
    List<NamedFile> consolidatedFooters,
    List<String> metadata,
    Map<String, Long> metadataSizes) {

  /**
   * A folder with the name of a fragment.
   *
   * @param name the name of the fragment
   * @param location the location of the folder
   */
  public record FragmentFolder(FragmentName name, Location location) {}

  /**
   * A file whose name contains timestamps.
   *
   * @param name the parsed name
   * @param location the location of the file
   */
  public record NamedFile(FragmentName name, Location location) {}

  /**
   * Lists the folders of an array.
   *
   * @throws CorruptDataException if a file name is invalid but resembles a valid one
   */
  public static ArrayDirectory list(Storage storage, Location array, Tasks tasks) {
    return new Sorter(array).sort(FolderListings.of(storage, array, tasks));
  }

  /**
   * Returns a listing that contains only the files of a snapshot. All fragments have their own
   * commits. Deletions, vacuum files and consolidated commits are left out.
   */
  static ArrayDirectory of(Location array, SnapshotNames names) {
    List<NamedFile> footers = new ArrayList<>();
    for (String path : names.footers()) {
      Location file = array.resolve(path);
      FragmentName.parse(file.name()).ifPresent(name -> footers.add(new NamedFile(name, file)));
    }
    return new ArrayDirectory(
        array,
        names.schemas().contains(ArrayPaths.SCHEMA_FILE),
        names.schemas().stream().filter(name -> !name.equals(ArrayPaths.SCHEMA_FILE)).toList(),
        names.fragments().stream()
            .map(name -> new FragmentFolder(name, array.resolve(ArrayPaths.fragment(name))))
            .toList(),
        names.fragments().stream().map(FragmentName::text).collect(Collectors.toSet()),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        footers,
        names.metadata(),
        Map.of());
  }

  /**
   * Returns the path of a file relative to the array. The file must be in the array's root folder
   * or in one of its folders.
   */
  String pathOf(Location file) {
    return file.parent().equals(location) ? file.name() : file.parent().name() + "/" + file.name();
  }

  /** Returns an empty listing of an array. */
  public static ArrayDirectory unlisted(Location array) {
    return new ArrayDirectory(
        array, false, List.of(), List.of(), Set.of(), List.of(), List.of(), List.of(), List.of(),
        List.of(), List.of(), List.of(), Map.of());
  }

  /** Returns the folder of a fragment, whether it is listed or not. */
  public FragmentFolder folder(FragmentName name) {
    return new FragmentFolder(name, location.resolve(ArrayPaths.fragment(name)));
  }

  /** Returns whether the listing contains a schema, which makes the location an array. */
  public boolean isArray() {
    return hasOldSchema || !schemas.isEmpty();
  }

  /** Returns the files whose content determines which fragments and deletions are visible. */
  public List<Location> lists() {
    List<Location> lists = new ArrayList<>();
    Stream.of(vacuums, pendingVacuums, deletes)
        .flatMap(List::stream)
        .forEach(file -> lists.add(file.location()));
    lists.addAll(consolidatedCommits);
    lists.addAll(ignores);
    return lists;
  }

  /** Groups the entries of an array's folders by kind. */
  private static final class Sorter {
    private final Location array;
    private boolean hasOldSchema;
    private final List<String> schemas = new ArrayList<>();
    private final List<FragmentFolder> fragments = new ArrayList<>();
    private final Set<String> commits = new HashSet<>();
    private final List<NamedFile> vacuums = new ArrayList<>();
    private final List<NamedFile> pendingVacuums = new ArrayList<>();
    private final List<Location> consolidatedCommits = new ArrayList<>();
    private final List<Location> ignores = new ArrayList<>();
    private final List<NamedFile> deletes = new ArrayList<>();
    private final List<NamedFile> consolidatedFooters = new ArrayList<>();
    private final List<String> metadata = new ArrayList<>();

    Sorter(Location array) {
      this.array = array;
    }

    ArrayDirectory sort(FolderListings listings) {
      List<Storage.Entry> root = listings.entriesOf("");
      FolderNames.check(array, root);
      for (Storage.Entry entry : root) {
        Optional<FragmentName> parsed = checked("", entry.name());
        if (entry.name().equals(ArrayPaths.SCHEMA_FILE)) {
          hasOldSchema = true;
        } else if (entry.folder()) {
          fragment(array, entry.name(), parsed);
        } else {
          commit(array, entry.name(), parsed, ArrayPaths.OK_SUFFIX);
          consolidatedFooter(array, entry.name());
        }
      }
      addFiles(ArrayPaths.SCHEMA_FOLDER, listings.entriesOf(ArrayPaths.SCHEMA_FOLDER), schemas);
      addFiles(
          ArrayPaths.METADATA_FOLDER, listings.entriesOf(ArrayPaths.METADATA_FOLDER), metadata);
      Location commitsFolder = array.resolve(ArrayPaths.COMMITS_FOLDER);
      for (String name : listings.namesIn(ArrayPaths.COMMITS_FOLDER)) {
        commit(
            commitsFolder, name, checked(ArrayPaths.COMMITS_FOLDER, name), ArrayPaths.WRITE_SUFFIX);
      }
      Location fragmentsFolder = array.resolve(ArrayPaths.FRAGMENTS_FOLDER);
      for (String name : listings.namesIn(ArrayPaths.FRAGMENTS_FOLDER)) {
        fragment(fragmentsFolder, name, checked(ArrayPaths.FRAGMENTS_FOLDER, name));
      }
      Location footersFolder = array.resolve(ArrayPaths.FRAGMENT_META_FOLDER);
      for (String name : listings.namesIn(ArrayPaths.FRAGMENT_META_FOLDER)) {
        consolidatedFooter(footersFolder, name);
      }
      return new ArrayDirectory(
          array,
          hasOldSchema,
          schemas,
          fragments,
          commits,
          vacuums,
          pendingVacuums,
          consolidatedCommits,
          ignores,
          deletes,
          consolidatedFooters,
          metadata,
          listings.metadataSizes());
    }

    /**
     * Parses the name of a file or folder. Returns empty if the name is not valid in the folder.
     *
     * @throws CorruptDataException if the name is invalid but resembles a valid one
     */
    private Optional<FragmentName> checked(String folder, String name) {
      try {
        return NameRules.check(folder, name);
      } catch (CorruptDataException e) {
        throw e.at(array.resolve(folder).resolve(name).toString());
      } catch (UnsupportedFormatException e) {
        throw e.at(array.resolve(folder).resolve(name).toString());
      }
    }

    private void addFiles(String folder, List<Storage.Entry> entries, List<String> names) {
      for (Storage.Entry entry : entries) {
        if (!entry.folder()) {
          checked(folder, entry.name());
          names.add(entry.name());
        }
      }
    }

    private void fragment(Location folder, String name, Optional<FragmentName> parsed) {
      if (name.indexOf('.') < 0) {
        parsed.ifPresent(
            fragment -> fragments.add(new FragmentFolder(fragment, folder.resolve(name))));
      }
    }

    private void commit(
        Location folder, String name, Optional<FragmentName> parsed, String commitSuffix) {
      if (parsed.isEmpty()) {
        return;
      }
      FragmentName stem = parsed.get();
      String suffix = name.substring(stem.text().length());
      if (suffix.equals(commitSuffix)) {
        commits.add(stem.text());
        return;
      }
      Location file = folder.resolve(name);
      switch (suffix) {
        case ArrayPaths.PENDING_VACUUM_SUFFIX -> pendingVacuums.add(new NamedFile(stem, file));
        case ArrayPaths.VACUUM_SUFFIX -> vacuums.add(new NamedFile(stem, file));
        case ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX -> consolidatedCommits.add(file);
        case ArrayPaths.IGNORE_SUFFIX -> ignores.add(file);
        case ArrayPaths.DELETE_SUFFIX, ArrayPaths.UPDATE_SUFFIX ->
            deletes.add(new NamedFile(stem, file));
        default -> {}
      }
    }

    private void consolidatedFooter(Location folder, String name) {
      if (name.endsWith(ArrayPaths.CONSOLIDATED_METADATA_SUFFIX)) {
        FragmentName.parse(name)
            .ifPresent(
                parsed -> consolidatedFooters.add(new NamedFile(parsed, folder.resolve(name))));
      }
    }
  }
}
