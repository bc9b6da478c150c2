package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * An inventory of all files below a folder, by relative path. It records the size and
 * classification of each file. Thread-safe.
 */
final class FileInventory {
  private final Location root;
  private final TreeMap<String, Long> sizes;
  private final Set<String> folders;
  private final Map<String, State> states = new TreeMap<>();
  private long missing;

  /** The classification of a file. */
  enum State {
    KNOWN,
    ORPHAN,
    UNKNOWN
  }

  private FileInventory(Location root, TreeMap<String, Long> sizes, Set<String> folders) {
    this.root = root;
    this.sizes = sizes;
    this.folders = folders;
  }

  /** Returns an empty inventory for checks that do not classify files. */
  static FileInventory empty(Location root) {
    return new FileInventory(root, new TreeMap<>(), Set.of());
  }

  /**
   * Lists all files below a folder.
   *
   * @param skipped whether to skip the folder with this path
   * @throws io.azulejo.error.StorageException if a folder cannot be listed
   */
  static FileInventory of(Storage storage, Location root, Tasks tasks, Predicate<String> skipped) {
    return of(
        storage,
        root,
        tasks,
        skipped,
        (place, e) -> {
          throw e;
        });
  }

  /**
   * Lists all files below a folder, and continues if a subfolder cannot be listed. Does not follow
   * a link to a folder that contains the link.
   *
   * @param skipped whether to skip the folder with this path
   * @param failed receives each folder that cannot be listed, with the reason; may be called by
   *     several threads
   */
  static FileInventory of(
      Storage storage,
      Location root,
      Tasks tasks,
      Predicate<String> skipped,
      BiConsumer<Location, AzulejoException> failed) {
    TreeMap<String, Long> sizes = new TreeMap<>();
    Set<String> folders = new HashSet<>();
    List<String> level = List.of("");
    while (!level.isEmpty()) {
      List<List<Storage.Entry>> lists =
          tasks.io(
              storage.traits().waitingRequests(),
              level,
              folder ->
                  isCyclicLink(storage, root, folder)
                      ? List.<Storage.Entry>of()
                      : Listing.of(storage, root.resolve(folder), failed));
      List<String> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i++) {
        String prefix = level.get(i).isEmpty() ? "" : level.get(i) + "/";
        for (Storage.Entry entry : lists.get(i)) {
          String path = prefix + entry.name();
          if (!entry.folder()) {
            sizes.put(path, entry.size());
          } else if (!skipped.test(path)) {
            folders.add(path);
            next.add(path);
          }
        }
      }
      level = next;
    }
    return new FileInventory(root, sizes, folders);
  }

  /**
   * Returns whether a folder is a link to one of its ancestors. Skips the lookup for folders that
   * belong to the array format, because a cycle through them is found at a deeper level.
   */
  private static boolean isCyclicLink(Storage storage, Location root, String path) {
    String[] names = path.split("/");
    if (path.isEmpty() || (names.length < 3 && path.startsWith("__"))) {
      return false;
    }
    try {
      List<Location> above = new ArrayList<>(List.of(storage.resolveLinks(root)));
      Location folder = root;
      for (String name : names) {
        folder = folder.resolve(name);
        Location real = storage.resolveLinks(folder);
        if (Listing.isCyclicLink(real, above)) {
          return true;
        }
        above.add(real);
      }
      return false;
    } catch (AzulejoException e) {
      return false; // listing the folder reports the failure
    }
  }

  /** Returns the path of a file or folder relative to the root. */
  String path(Location place) {
    return place.path().substring(Math.min(place.path().length(), root.path().length() + 1));
  }

  /** Returns the sizes of all files (bytes) by path. */
  Map<String, Long> files() {
    return sizes;
  }

  /** Returns whether a folder with this path exists. */
  boolean hasFolder(String path) {
    return folders.contains(path);
  }

  /** Returns the size of a file (bytes), or -1 if it does not exist. */
  long size(Location file) {
    return sizes.getOrDefault(path(file), -1L);
  }

  /** Returns the names of the files in a folder, and optionally the names of its subfolders. */
  List<String> names(String folder, boolean withFolders) {
    List<String> names = new ArrayList<>();
    String prefix = folder.isEmpty() ? "" : folder + "/";
    for (String path : below(prefix).keySet()) {
      if (path.indexOf('/', prefix.length()) < 0) {
        names.add(path.substring(prefix.length()));
      }
    }
    for (String path : withFolders ? folders : Set.<String>of()) {
      if (path.startsWith(prefix) && path.indexOf('/', prefix.length()) < 0) {
        names.add(path.substring(prefix.length()));
      }
    }
    return names;
  }

  private Map<String, Long> below(String prefix) {
    return sizes.subMap(prefix, prefix + Character.MAX_VALUE);
  }

  /** Sets the state of a file unless it already has one. Ignores files that do not exist. */
  synchronized void mark(Location file, State state) {
    String path = path(file);
    if (sizes.containsKey(path)) {
      states.putIfAbsent(path, state);
    }
  }

  /**
   * Sets the state of all files below a folder, except files that already have one. Returns the
   * total size of all files below the folder (bytes).
   */
  synchronized long markBelow(Location folder, State state) {
    String prefix = path(folder) + "/";
    long bytes = 0;
    for (Map.Entry<String, Long> file : below(prefix).entrySet()) {
      states.putIfAbsent(file.getKey(), state);
      bytes += file.getValue();
    }
    return bytes;
  }

  /** Returns the total size of all files below a folder (bytes). */
  long bytesBelow(Location folder) {
    return below(path(folder) + "/").values().stream().mapToLong(Long::longValue).sum();
  }

  /** Counts a missing file. */
  synchronized void missing() {
    missing++;
  }

  /** Returns the files that no check has classified. */
  synchronized List<Location> unaccounted() {
    return sizes.keySet().stream()
        .filter(path -> !states.containsKey(path))
        .map(root::resolve)
        .toList();
  }

  /** Returns the total size of all files (bytes). */
  long bytes() {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of files in each state. */
  synchronized VerifyResults.FileCounts counts() {
    return new VerifyResults.FileCounts(
        count(State.KNOWN), count(State.ORPHAN), missing, count(State.UNKNOWN), bytes());
  }

  private long count(State state) {
    return states.values().stream().filter(s -> s == state).count();
  }
}
