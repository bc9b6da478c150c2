package io.azulejo.internal.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.maintenance.VerifyReport;
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
 * All files in a folder, by their paths from there on, each to be accounted for. Safe for use by
 * many threads.
 */
final class FileInventory {
  private final Location root;
  private final TreeMap<String, Long> sizes;
  private final Set<String> folders;
  private final Map<String, State> states = new TreeMap<>();
  private long missing;

  /** What a file is. */
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

  /**
   * Lists all files in a folder.
   *
   * @param skipped folders, by their paths, that are not looked into
   * @throws io.azulejo.error.StorageException if something cannot be looked at
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
   * Lists all files in a folder, as far as they can be looked at. Links that lead back to a folder
   * which contains them are not followed.
   *
   * @param skipped folders, by their paths, that are not looked into
   * @param failed is told what cannot be looked at, and why; by many threads
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
              level,
              folder ->
                  leadsBack(storage, root, folder)
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
   * Whether a folder is a link to one above it. The folders of the format are taken for what they
   * are: what lies below them is asked in time.
   */
  private static boolean leadsBack(Storage storage, Location root, String path) {
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
        if (Listing.leadsBack(real, above)) {
          return true;
        }
        above.add(real);
      }
      return false;
    } catch (AzulejoException e) {
      return false; // why it cannot be looked at is said when it is listed
    }
  }

  /** The path of a place in the folder. */
  String path(Location place) {
    return place.path().substring(Math.min(place.path().length(), root.path().length() + 1));
  }

  /** The sizes of all files by their paths. */
  Map<String, Long> files() {
    return sizes;
  }

  /** Whether there is a folder of that path. */
  boolean hasFolder(String path) {
    return folders.contains(path);
  }

  /** The bytes of a file; -1 where it is not there. */
  long size(Location file) {
    return sizes.getOrDefault(path(file), -1L);
  }

  /** The names of the files in a folder, and of folders there if wanted. */
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

  /** Says what a file is, unless that was said before. */
  synchronized void mark(Location file, State state) {
    String path = path(file);
    if (sizes.containsKey(path)) {
      states.putIfAbsent(path, state);
    }
  }

  /** Says what all files in a folder are; returns their bytes. */
  synchronized long markBelow(Location folder, State state) {
    String prefix = path(folder) + "/";
    long bytes = 0;
    for (Map.Entry<String, Long> file : below(prefix).entrySet()) {
      states.putIfAbsent(file.getKey(), state);
      bytes += file.getValue();
    }
    return bytes;
  }

  /** The bytes of all files in a folder. */
  long bytesBelow(Location folder) {
    return below(path(folder) + "/").values().stream().mapToLong(Long::longValue).sum();
  }

  /** Counts a file that is not there. */
  synchronized void missing() {
    missing++;
  }

  /** The files of which nobody knows yet what they are. */
  synchronized List<Location> unaccounted() {
    return sizes.keySet().stream()
        .filter(path -> !states.containsKey(path))
        .map(root::resolve)
        .toList();
  }

  /** The bytes of all files. */
  long bytes() {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many there are of each. */
  synchronized VerifyReport.Files counts() {
    return new VerifyReport.Files(
        count(State.KNOWN), count(State.ORPHAN), missing, count(State.UNKNOWN), bytes());
  }

  private long count(State state) {
    return states.values().stream().filter(s -> s == state).count();
  }
}
