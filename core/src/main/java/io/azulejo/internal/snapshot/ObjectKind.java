package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;

/** The kind of object at a location, according to the names in it. */
public enum ObjectKind {
  /** An array, which has a schema. */
  ARRAY,
  /** A group, which has a folder of details or a marker file. */
  GROUP,
  /** Neither an array nor a group. */
  NONE;

  /** Returns the kind of object at a location. */
  public static ObjectKind at(Storage storage, Location location) {
    // Lists names only, so that inaccessible entries do not matter.
    return among(storage, location, storage.names(location));
  }

  /**
   * Returns the kind of object at a location.
   *
   * @param entries the direct entries of the location
   */
  static ObjectKind at(Storage storage, Location location, List<Storage.Entry> entries) {
    return among(storage, location, entries.stream().map(Storage.Entry::name).toList());
  }

  private static ObjectKind among(Storage storage, Location location, List<String> names) {
    ObjectKind kind = NONE;
    for (String name : names) {
      switch (name) {
        case ArrayPaths.SCHEMA_FILE -> {
          if (storage.find(location.resolve(name)).isPresent()) {
            return ARRAY;
          }
        }
        case ArrayPaths.SCHEMA_FOLDER -> {
          if (hasSchemas(storage, location)) {
            return ARRAY;
          }
        }
        case ArrayPaths.GROUP_FOLDER, ArrayPaths.GROUP_FILE -> {
          if (storage.find(location.resolve(name)).isPresent()) {
            kind = GROUP;
          }
        }
        default -> {}
      }
    }
    return kind;
  }

  /**
   * Returns whether the schema folder has files. A folder with only enumerations is left by a
   * failed creation.
   */
  private static boolean hasSchemas(Storage storage, Location array) {
    return storage.list(array.resolve(ArrayPaths.SCHEMA_FOLDER)).stream()
        .anyMatch(entry -> !entry.folder());
  }
}
