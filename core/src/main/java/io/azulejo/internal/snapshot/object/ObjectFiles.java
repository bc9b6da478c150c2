package io.azulejo.internal.snapshot.object;

import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files in a folder with their sizes and times: those of one listing of all where the store has
 * no folders, else asked for one by one when they are wanted.
 */
final class ObjectFiles {
  private final Storage storage;
  private final Optional<ListedFiles> listed;

  private ObjectFiles(Storage storage, Optional<ListedFiles> listed) {
    this.storage = storage;
    this.listed = listed;
  }

  /** The files in a folder and below it. */
  static ObjectFiles of(Storage storage, Location folder) {
    return new ObjectFiles(storage, ListedFiles.of(storage, folder));
  }

  /** Files that are asked for one by one. */
  static ObjectFiles single(Storage storage) {
    return new ObjectFiles(storage, Optional.empty());
  }

  /** What lies directly in a folder, by name. */
  List<Storage.Entry> entries(Location folder) {
    return listed.isPresent() ? listed.get().entries(folder) : storage.list(folder);
  }

  /** A file; its path means nothing. */
  Optional<FileTree.File> file(Location place) {
    return listed.isPresent()
        ? listed.get().file(place)
        : storage
            .findFile(place)
            .map(entry -> FileTree.File.of(entry.name(), entry.size(), storage.modified(place)));
  }

  /** The files in a folder and below it; their paths mean nothing. */
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

  /** Deletes folders, all of their files at once where these are known. */
  void deleteFolders(List<Location> folders) {
    if (listed.isPresent()) {
      ListedFiles all = listed.get();
      storage.delete(folders.stream().flatMap(folder -> all.in(folder).stream()).toList());
    } else {
      folders.forEach(storage::deleteFolder);
    }
  }
}
