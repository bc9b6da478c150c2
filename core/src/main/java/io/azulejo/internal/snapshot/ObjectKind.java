package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;

/** The kind of object at a location, according to the names of its files and folders. */
public enum ObjectKind {
  /** An array, which contains a schema. */
  ARRAY,
  /** A group, which contains a folder of group details or a marker file. */
  GROUP,
  /** Neither an array nor a group. */
  NONE;

  /** Returns the kind of object at a location. */
  public static ObjectKind at(Storage storage, Location location) {
    // List only names, so that inaccessible entries do not matter.
    return among(storage, location, storage.names(location));
  }

  /**
   * Returns the kind of object at a location whose entries are already known.
   *
   * @param entries the files and folders directly in the location
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
   * Returns whether the schema folder contains files. If it contains only enumerations, it was left
   * by a failed creation.
   */
  private static boolean hasSchemas(Storage storage, Location array) {
    return storage.list(array.resolve(ArrayPaths.SCHEMA_FOLDER)).stream()
        .anyMatch(entry -> !entry.folder());
  }
}
