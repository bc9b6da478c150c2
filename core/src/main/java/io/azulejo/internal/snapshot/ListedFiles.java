package io.azulejo.internal.snapshot;

import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All files in and below a folder, from a store that lists them page by page. The listing saves one
 * request per file or folder. Immutable.
 */
public final class ListedFiles {
  private final Location root;
  private final TreeMap<String, FileTree.File> files = new TreeMap<>();

  private ListedFiles(Location root) {
    this.root = root;
  }

  /**
   * Lists all files in and below a folder. Returns empty if the store lists folders one by one, or
   * if it cannot continue after a page.
   */
  public static Optional<ListedFiles> of(Storage storage, Location folder) {
    ListedFiles listed = new ListedFiles(folder);
    String after = "";
    while (true) {
      Optional<FileTree> page = storage.tree(folder, after);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      List<FileTree.File> found = page.get().files();
      int known = listed.files.size();
      found.forEach(file -> listed.files.put(file.path(), file));
      if (page.get().whole()) {
        return Optional.of(listed);
      }
      if (listed.files.size() == known) {
        return Optional.empty(); // the page added nothing, so listing cannot continue
      }
      after = found.get(found.size() - 1).path();
    }
  }

  private String path(Location place) {
    return place.path().substring(root.path().length() + 1);
  }

  /** Returns a file, or empty if it does not exist. */
  public Optional<FileTree.File> file(Location place) {
    return Optional.ofNullable(files.get(path(place)));
  }

  /** Returns the locations of all files in and below a folder. */
  public List<Location> in(Location folder) {
    return below(folder).map(file -> root.resolve(file.path())).toList();
  }

  /** Returns the total size in bytes of all files in and below a folder. */
  public long bytes(Location folder) {
    return below(folder).mapToLong(FileTree.File::size).sum();
  }

  /**
   * Returns all files in and below a folder, with modification times. Their paths are relative to
   * the root folder of this listing.
   */
  public List<FileTree.File> files(Location folder) {
    return below(folder).toList();
  }

  /** Returns the files and folders directly in a folder, sorted by name. */
  public List<Storage.Entry> entries(Location folder) {
    String prefix = folder.equals(root) ? "" : path(folder) + "/";
    Map<String, Storage.Entry> entries = new TreeMap<>();
    below(folder)
        .forEach(
            file -> {
              String below = file.path().substring(prefix.length());
              int slash = below.indexOf('/');
              String name = slash < 0 ? below : below.substring(0, slash);
              entries.put(
                  slash < 0 ? name : name + "/",
                  slash >= 0 ? Storage.Entry.folder(name) : Storage.Entry.file(name, file.size()));
            });
    return List.copyOf(entries.values());
  }

  private Stream<FileTree.File> below(Location folder) {
    if (folder.equals(root)) {
      return files.values().stream();
    }
    String path = path(folder);
    // '0' follows '/', so this string sorts after all paths in the folder.
    return files.subMap(path + "/", path + "0").values().stream();
  }
}
