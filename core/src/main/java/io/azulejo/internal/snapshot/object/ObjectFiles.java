package io.azulejo.internal.snapshot.object;

import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files in a folder, with sizes and modification times. In stores without real folders, a
 * single listing returns all files. In other stores, files are requested one by one when they are
 * needed.
 */
final class ObjectFiles {
  private final Storage storage;
  private final Optional<ListedFiles> listed;

  private ObjectFiles(Storage storage, Optional<ListedFiles> listed) {
    this.storage = storage;
    this.listed = listed;
  }

  /** Returns all files in and below a folder. */
  static ObjectFiles of(Storage storage, Location folder) {
    return new ObjectFiles(storage, ListedFiles.of(storage, folder));
  }

  /** Returns an instance that requests files one by one. */
  static ObjectFiles single(Storage storage) {
    return new ObjectFiles(storage, Optional.empty());
  }

  /** Returns the files and folders directly in a folder, sorted by name. */
  List<Storage.Entry> entries(Location folder) {
    return listed.isPresent() ? listed.get().entries(folder) : storage.list(folder);
  }

  /** Returns a file, or empty if it does not exist. The path in the result is undefined. */
  Optional<FileTree.File> file(Location place) {
    return listed.isPresent()
        ? listed.get().file(place)
        : storage
            .findFile(place)
            .map(entry -> FileTree.File.of(entry.name(), entry.size(), storage.modified(place)));
  }

  /** Returns all files in and below a folder. The paths in the result are undefined. */
  List<FileTree.File> below(Location folder) {
    if (listed.isPresent()) {
      return listed.get().files(folder);
    }
    List<FileTree.File> files = new ArrayList<>();
    for (Storage.Entry entry : storage.list(folder)) {
      Location inner = folder.resolve(entry.name());
      if (entry.folder()) {
        files.addAll(below(inner));
      } else {
        files.add(FileTree.File.of(entry.name(), entry.size(), storage.modified(inner)));
      }
    }
    return files;
  }

  /**
   * Deletes folders with everything in them. If all files were listed, deletes them in a single
   * request.
   */
  void deleteFolders(List<Location> folders) {
    if (listed.isPresent()) {
      ListedFiles all = listed.get();
      storage.delete(folders.stream().flatMap(folder -> all.in(folder).stream()).toList());
    } else {
      folders.forEach(storage::deleteFolder);
    }
  }
}
