package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Set;

/**
 * Checks that no file of an array or a group has the name of a folder. Listing such a file as a
 * folder would return nothing, and the folder's content would be missing without an error.
 */
final class FolderNames {
  private static final Set<String> FOLDERS =
      Set.of(
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.METADATA_FOLDER,
          ArrayPaths.GROUP_FOLDER);

  private FolderNames() {}

  /**
   * Checks the files and folders directly in an array or a group. Some stores can have a file and a
   * folder with the same name, which is allowed.
   *
   * @throws CorruptDataException if a file has the name of a folder that does not exist
   */
  static void check(Location object, List<Storage.Entry> entries) {
    for (Storage.Entry entry : entries) {
      if (!entry.folder()
          && FOLDERS.contains(entry.name())
          && entries.stream().noneMatch(e -> e.folder() && e.name().equals(entry.name()))) {
        throw CorruptDataException.of(
                "folder",
                null,
                -1,
                "\"%s\" is a file of %d bytes (expected a folder or nothing)"
                    .formatted(entry.name(), entry.size()))
            .at(object.resolve(entry.name()).toString());
      }
    }
  }
}
