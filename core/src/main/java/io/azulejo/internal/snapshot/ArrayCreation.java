package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/** Creates arrays: an array is there as soon as it has a schema, so that comes last. */
public final class ArrayCreation {
  private ArrayCreation() {}

  /**
   * Creates an array.
   *
   * @param time the milliseconds since 1970 that the schema is of
   * @throws AlreadyExistsException if there is an array or a group
   */
  public static void create(
      Storage storage,
      Location location,
      ArraySchema schema,
      Optional<EncryptionKey> key,
      long time) {
    requireNothing(storage, location);
    Commit.publish(
        storage,
        location.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(FragmentName.unversioned(time, time)),
        bytes(new StoredSchema(FormatVersion.CURRENT, schema), key));
  }

  /**
   * Checks that neither an array nor a group is at a location.
   *
   * @throws AlreadyExistsException if one is
   */
  public static void requireNothing(Storage storage, Location location) {
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind != ObjectKind.NONE) {
      throw new AlreadyExistsException(
          "there is %s at %s already: choose another place, or remove it first"
              .formatted(kind == ObjectKind.ARRAY ? "an array" : "a group", location),
          location.toString());
    }
  }

  private static byte[] bytes(StoredSchema schema, Optional<EncryptionKey> key) {
    try (Scratch scratch = new Scratch()) {
      return GenericTile.write(
              ArraySchemaFormat.STRUCTURE, ArraySchemaFormat.encode(schema), key, scratch)
          .toBytes();
    }
  }
}
