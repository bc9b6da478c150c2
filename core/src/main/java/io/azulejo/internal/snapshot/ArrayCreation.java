package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.EnumerationFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredEnumeration;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/**
 * Creates arrays: an array is there as soon as it has a schema, so that comes last, after the
 * enumerations that it names and the arrays of its labels.
 */
public final class ArrayCreation {
  private final Storage storage;
  private final Location location;
  private final Optional<EncryptionKey> key;
  private final String schemaName;

  private ArrayCreation(
      Storage storage, Location location, Optional<EncryptionKey> key, String schemaName) {
    this.storage = storage;
    this.location = location;
    this.key = key;
    this.schemaName = schemaName;
  }

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
    String name = FragmentName.unversioned(time, time);
    try (NewFiles files = new NewFiles(storage, location, key)) {
      new ArrayCreation(storage, location, key, name).create(schema, files);
    }
  }

  private void create(ArraySchema schema, NewFiles files) {
    for (DimensionLabel label : schema.labels()) {
      if (!label.external()) {
        createLabelArray(label, schema.labelSchema(label), files);
      }
    }
    publish(schema, files);
  }

  /** Stores the schema of an array of which all the rest is stored, with its enumerations. */
  static void publish(WritableArray array) {
    try (NewFiles files = new NewFiles(array.storage(), array.location(), array.key())) {
      new ArrayCreation(array.storage(), array.location(), array.key(), array.schemaName())
          .publish(array.schema().schema(), files);
    }
  }

  private void publish(ArraySchema schema, NewFiles files) {
    // Other engines take a folder of schemas for an array as soon as anything lies in it.
    ArraySchema named = withEnumerations(schema, location, files);
    files.publish(
        ArraySchemaFormat.STRUCTURE,
        location.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(schemaName),
        content(named));
  }

  /** The schema with the names of files that hold the enumerations which it has by value. */
  static ArraySchema withEnumerations(ArraySchema schema, Location array, NewFiles files) {
    ArraySchema.Builder named = schema.toBuilder();
    for (Enumeration enumeration : schema.enumerations()) {
      String file = EnumerationFormat.fileName(FragmentName.uuid());
      files.create(
          EnumerationFormat.STRUCTURE,
          array
              .resolve(ArrayPaths.SCHEMA_FOLDER)
              .resolve(ArrayPaths.ENUMERATIONS_FOLDER)
              .resolve(file),
          EnumerationFormat.encode(new StoredEnumeration(file, enumeration)));
      named.enumerationFile(enumeration.name(), file);
    }
    return named.buildAsStored();
  }

  /**
   * Adds a schema to those of others who create the same array now, or were killed when they did:
   * each deletes its own alone if it fails, so that nobody takes away what another relies on.
   */
  private void createLabelArray(DimensionLabel label, ArraySchema schema, NewFiles files) {
    Location place = location.resolve(label.uri());
    if (isAnother(place, schema)) {
      throw new AlreadyExistsException(
          "the array of dimension label \"%s\" cannot be created: there is another one at %s; remove it first"
              .formatted(label.name(), place),
          place.toString());
    }
    files.create(
        ArraySchemaFormat.STRUCTURE,
        place.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(schemaName),
        content(schema));
  }

  private boolean isAnother(Location place, ArraySchema schema) {
    if (ObjectKind.at(storage, place) == ObjectKind.NONE) {
      return false;
    }
    try {
      return !WritableArray.open(storage, place, key).schema().schema().equals(schema);
    } catch (NotFoundException e) {
      // Somebody has failed to create it meanwhile.
      return ObjectKind.at(storage, place) != ObjectKind.NONE;
    }
  }

  /** The content of a new schema's file. */
  private static Slice content(ArraySchema schema) {
    return ArraySchemaFormat.encode(new StoredSchema(FormatVersion.CURRENT, schema));
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
}
