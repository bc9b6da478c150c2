package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;

/** What a location is, by the names that lie in it. */
public enum ObjectKind {
  /** An array: it has a schema. */
  ARRAY,
  /** A group: it has a folder of details, or the file that marks it. */
  GROUP,
  /** Neither. */
  NONE;

  /** What is at a location. */
  public static ObjectKind at(Storage storage, Location location) {
    // Of the names alone, so that something else there that cannot be looked at does not matter.
    return among(storage, location, storage.names(location));
  }

  /**
   * What is at a location.
   *
   * @param entries what lies directly in it
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

  /** A folder with enumerations alone is what is left of an array that was not created. */
  private static boolean hasSchemas(Storage storage, Location array) {
    return storage.list(array.resolve(ArrayPaths.SCHEMA_FOLDER)).stream()
        .anyMatch(entry -> !entry.folder());
  }
}
