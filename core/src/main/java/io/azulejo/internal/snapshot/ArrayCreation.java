package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.EnumerationFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SchemaNeeds;
import io.azulejo.internal.format.StoredEnumeration;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;

/**
 * Creates arrays. An array exists as soon as it has a schema. The schema is therefore written last,
 * after the metadata, the schema's enumerations and the label arrays.
 */
public final class ArrayCreation {
  private final Storage storage;
  private final Location location;
  private final FormatVersion version;
  private final Optional<EncryptionKey> key;
  private final String schemaName;

  private ArrayCreation(
      Storage storage,
      Location location,
      FormatVersion version,
      Optional<EncryptionKey> key,
      String schemaName) {
    this.storage = storage;
    this.location = location;
    this.version = version;
    this.key = key;
    this.schemaName = schemaName;
  }

  /**
   * Creates an array.
   *
   * @param version the format version of the array and of its label arrays
   * @param key the array's encryption key, if it has one
   * @param time the timestamp of the schema in milliseconds since 1970; schemas before version 10
   *     do not have one
   * @param metadata the initial metadata, with each key once
   * @throws AlreadyExistsException if the location contains an array or a group, or the remains of
   *     one
   * @throws io.azulejo.error.UnsupportedFormatException if the version cannot store the schema
   */
  public static void create(
      Storage storage,
      Location location,
      ArraySchema schema,
      FormatVersion version,
      Optional<EncryptionKey> key,
      long time,
      List<ArrayMetadataFormat.Entry> metadata) {
    SchemaNeeds.require(version, schema);
    requireNothing(storage, location);
    try (NewFiles files = new NewFiles(storage, location, version, key)) {
      if (!metadata.isEmpty()) {
        files.create(
            ArrayMetadataFormat.STRUCTURE,
            MetadataFolder.place(location, time),
            MetadataFolder.content(metadata));
      }
      new ArrayCreation(storage, location, version, key, schemaName(version, time))
          .create(schema, files);
    }
  }

  /**
   * Returns the name of the file with an array's first schema.
   *
   * @param time the timestamp of the schema in milliseconds since 1970
   */
  public static String schemaName(FormatVersion version, long time) {
    return version.namesSchemas() ? FragmentName.unversioned(time, time) : ArrayPaths.SCHEMA_FILE;
  }

  private void create(ArraySchema schema, NewFiles files) {
    for (DimensionLabel label : schema.labels()) {
      if (!label.external()) {
        createLabelArray(label, schema.labelSchema(label), files);
      }
    }
    publish(schema, files);
  }

  /**
   * Stores the schema of an otherwise complete array, with its enumerations. This makes the array
   * visible.
   */
  public static void publish(WritableArray array) {
    FormatVersion version = array.schema().version();
    try (NewFiles files = new NewFiles(array.storage(), array.location(), version, array.key())) {
      new ArrayCreation(array.storage(), array.location(), version, array.key(), array.schemaName())
          .publish(array.schema().schema(), files);
    }
  }

  private void publish(ArraySchema schema, NewFiles files) {
    // Other engines treat a schema folder as an array as soon as the folder contains anything.
    ArraySchema named = withEnumerations(schema, location, files);
    if (version.needsLockFile()) {
      createLockFile();
    }
    files.publish(
        ArraySchemaFormat.STRUCTURE,
        location.resolve(ArrayPaths.schema(schemaName)),
        content(named));
  }

  /**
   * Creates the lock file. If the creation of the array fails, the lock file stays. Another writer
   * that creates the same array may rely on it, and the file alone does not make an array.
   */
  private void createLockFile() {
    try {
      storage.createExclusive(location.resolve(ArrayPaths.LOCK_FILE), new byte[0]);
    } catch (AlreadyExistsException e) {
      // The file exists already, which is sufficient.
    }
  }

  /** Stores the enumerations of a schema. Returns the schema with the names of their files. */
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
   * Adds a schema to a label array. Other writers may be creating the same array, or may have been
   * killed while creating it. If a writer fails, it deletes only its own schema, so that it does
   * not delete files that another writer relies on.
   */
  private void createLabelArray(DimensionLabel label, ArraySchema schema, NewFiles files) {
    Location place = location.resolve(label.uri());
    if (isAnother(place, schema)) {
      throw new AlreadyExistsException(
          "cannot create the array of dimension label \"%s\": another array exists at %s; remove it first"
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
      // Another writer has failed to create it in the meantime.
      return ObjectKind.at(storage, place) != ObjectKind.NONE;
    }
  }

  private Slice content(ArraySchema schema) {
    return ArraySchemaFormat.encode(new StoredSchema(version, schema));
  }

  /**
   * Checks that a location contains neither an array nor a group, nor the remains of one. Remains
   * would become part of a new array or group.
   *
   * @throws AlreadyExistsException if the location contains one of these
   */
  static void requireNothing(Storage storage, Location location) {
    requireNoObject(storage, location);
    if (DataRemains.isAt(storage, location)) {
      requireNoObject(storage, location); // another writer may have created it in the meantime
      throw new AlreadyExistsException(
          "a deleted array or group left files at %s; remove them (azulejo rm), or choose another location"
              .formatted(location),
          location.toString());
    }
  }

  private static void requireNoObject(Storage storage, Location location) {
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind != ObjectKind.NONE) {
      throw new AlreadyExistsException(
          "%s already exists at %s; choose another location, or remove it first"
              .formatted(kind == ObjectKind.ARRAY ? "an array" : "a group", location),
          location.toString());
    }
  }
}
