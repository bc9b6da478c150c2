package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;

/** Deletes arrays and groups, with all that lies in their folders. */
public final class ObjectRemoval {
  private ObjectRemoval() {}

  /**
   * Deletes an array or a group. Of an array the schemas go first, the latest of them last: it is
   * there as long as that is, and not read wrong. Of a group the arrays and groups in its folder go
   * first.
   *
   * @throws NotFoundException if there is neither, nor what is left of one
   */
  public static void remove(Storage storage, Location location) {
    switch (ObjectKind.at(storage, location)) {
      case ARRAY -> removeSchemas(storage, location);
      case GROUP -> removeWithin(storage, location);
      case NONE -> {
        List<Storage.Entry> entries = storage.list(location);
        if (entries.isEmpty() || !entries.stream().allMatch(ObjectRemoval::isLeft)) {
          throw new NotFoundException(
              "%s is neither an array nor a group: only these are removed".formatted(location),
              location.toString());
        }
      }
    }
    Commit.cleanUp(location, "remove it again", () -> storage.deleteFolder(location));
  }

  /** Whether it may be of an array or a group whose removal was interrupted. */
  private static boolean isLeft(Storage.Entry entry) {
    return entry.name().startsWith("__") || entry.name().endsWith(".tmp");
  }

  private static void removeSchemas(Storage storage, Location array) {
    Location folder = array.resolve(ArrayPaths.SCHEMA_FOLDER);
    List<Location> schemas = new ArrayList<>();
    if (storage.find(array.resolve(ArrayPaths.SCHEMA_FILE)).isPresent()) {
      schemas.add(array.resolve(ArrayPaths.SCHEMA_FILE));
    }
    storage.list(folder).stream()
        .filter(entry -> !entry.folder())
        .map(Storage.Entry::name)
        .sorted()
        .forEach(name -> schemas.add(folder.resolve(name)));
    int last = schemas.size() - 1;
    schemas.subList(0, last).forEach(storage::delete);
    Commit.withdraw(storage, schemas.get(last));
  }

  private static void removeWithin(Storage storage, Location folder) {
    for (Storage.Entry entry : storage.list(folder)) {
      Location inner = folder.resolve(entry.name());
      if (entry.folder() && !entry.name().startsWith("__")) {
        if (ObjectKind.at(storage, inner) == ObjectKind.NONE) {
          removeWithin(storage, inner);
        } else {
          remove(storage, inner);
        }
      }
    }
  }
}
