package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Set;

/**
 * Checks the names of folders in arrays and groups. If a file has such a name, listing it as a
 * folder returns nothing, and the content of the folder would be missing without an error.
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
   * Checks the direct entries of an array or a group.
   *
   * @throws CorruptDataException if a file has the name of a folder; stores can have both under the
   *     same name, which is allowed
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
