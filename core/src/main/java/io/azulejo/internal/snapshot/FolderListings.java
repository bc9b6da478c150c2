package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The entries in the folders of an array. If the store can list a whole tree and the array is small
 * enough, a single request returns all of them. Otherwise the folders are listed concurrently.
 *
 * @param entries the entries of the root folder (under the empty name) and of small folders, by
 *     folder name
 * @param names the names of the entries in large folders, by folder name
 * @param metadataSizes sizes in bytes of fragment metadata files, by fragment name, as far as the
 *     listing contains them
 */
record FolderListings(
    Map<String, List<Storage.Entry>> entries,
    Map<String, List<String>> names,
    Map<String, Long> metadataSizes) {
  private static final String ROOT = "";

  /** The folders whose entries are needed. */
  private static final List<String> WHOLE =
      List.of(ROOT, ArrayPaths.SCHEMA_FOLDER, ArrayPaths.METADATA_FOLDER);

  /** The folders that may be large, and for which names are sufficient. */
  private static final List<String> LARGE =
      List.of(
          ArrayPaths.COMMITS_FOLDER, ArrayPaths.FRAGMENTS_FOLDER, ArrayPaths.FRAGMENT_META_FOLDER);

  /** Lists the folders of an array. */
  static FolderListings of(Storage storage, Location array, Tasks tasks) {
    Optional<FileTree> tree = storage.tree(array, "");
    FolderListings known = new FolderListings(new HashMap<>(), new HashMap<>(), new HashMap<>());
    tree.ifPresent(known::take);
    known.listOthers(storage, array, tasks);
    return known;
  }

  /** Takes the folders that a tree listing contains completely. */
  private void take(FileTree tree) {
    List<FileTree.File> files = tree.files();
    String last = files.isEmpty() ? "" : files.get(files.size() - 1).path();
    Map<String, Map<String, Storage.Entry>> folders = new HashMap<>();
    for (FileTree.File file : files) {
      add(folders, ROOT, file.path(), file);
      int slash = file.path().indexOf('/');
      if (slash >= 0) {
        add(folders, file.path().substring(0, slash), file.path().substring(slash + 1), file);
      }
      metadataSize(file);
    }
    for (String folder : WHOLE) {
      if (tree.whole() || isBefore(folder, last)) {
        entries.put(folder, List.copyOf(folders.getOrDefault(folder, Map.of()).values()));
      }
    }
    for (String folder : LARGE) {
      if (tree.whole() || isBefore(folder, last)) {
        names.put(folder, List.copyOf(folders.getOrDefault(folder, Map.of()).keySet()));
      }
    }
  }

  private void metadataSize(FileTree.File file) {
    String end = "/" + ArrayPaths.FRAGMENT_METADATA_FILE;
    if (file.path().endsWith(end)) {
      String folder = file.path().substring(0, file.path().length() - end.length());
      metadataSizes.put(folder.substring(folder.lastIndexOf('/') + 1), file.size());
    }
  }

  /**
   * Returns whether a path sorts after all files of a folder. A tree listing that ends with this
   * path then contains the whole folder.
   */
  private static boolean isBefore(String folder, String path) {
    // '0' follows '/', so this string sorts after all paths in the folder. All of these names are
    // ASCII.
    return !folder.isEmpty() && path.compareTo(folder + "0") >= 0;
  }

  private static void add(
      Map<String, Map<String, Storage.Entry>> folders,
      String folder,
      String below,
      FileTree.File file) {
    int slash = below.indexOf('/');
    String name = slash < 0 ? below : below.substring(0, slash);
    folders
        .computeIfAbsent(folder, f -> new TreeMap<>())
        .put(name, slash >= 0 ? Storage.Entry.folder(name) : Storage.Entry.file(name, file.size()));
  }

  private void listOthers(Storage storage, Location array, Tasks tasks) {
    List<String> missing = new ArrayList<>(WHOLE);
    missing.addAll(LARGE);
    missing.removeIf(folder -> entries.containsKey(folder) || names.containsKey(folder));
    List<Listed> listed =
        tasks.io(
            storage.traits().waitingRequests(),
            missing,
            folder ->
                LARGE.contains(folder)
                    ? new Listed(List.of(), storage.names(array.resolve(folder)))
                    : new Listed(entries(storage, array, folder), List.of()));
    for (int i = 0; i < missing.size(); i++) {
      if (LARGE.contains(missing.get(i))) {
        names.put(missing.get(i), listed.get(i).names);
      } else {
        entries.put(missing.get(i), listed.get(i).entries);
      }
    }
  }

  /** The content of a folder: its entries, or only their names. */
  private record Listed(List<Storage.Entry> entries, List<String> names) {}

  private static List<Storage.Entry> entries(Storage storage, Location array, String folder) {
    return folder.isEmpty() ? root(storage, array) : storage.list(array.resolve(folder));
  }

  /**
   * Lists the array's folder. Entries that cannot be accessed are skipped, unless they are part of
   * the array; then the failure is thrown.
   */
  private static List<Storage.Entry> root(Storage storage, Location array) {
    return Listing.of(
        storage,
        array,
        (place, e) -> {
          if (place.equals(array) || place.name().startsWith("__")) {
            throw e;
          }
        });
  }

  /** Returns the entries of a small folder, sorted by name. */
  List<Storage.Entry> entriesOf(String folder) {
    return entries.getOrDefault(folder, List.of());
  }

  /** Returns the names of the entries in a large folder, sorted. */
  List<String> namesIn(String folder) {
    return names.getOrDefault(folder, List.of());
  }
}
