package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SchemaNeeds;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.SchemaEvolution;

/** Stores the schema that follows the latest schema of an array. */
final class NewSchema {
  private final WritableArray array;
  private final FormatVersion version;

  /**
   * Prepares a schema.
   *
   * @param array the array with its latest schema
   * @param version the format version of the new schema
   */
  NewSchema(WritableArray array, FormatVersion version) {
    this.array = array;
    this.version = version;
  }

  /**
   * Returns the latest schema with changes.
   *
   * @throws InvalidRequestException if the schema does not allow the changes
   */
  ArraySchema evolved(SchemaEvolution evolution) {
    ArraySchema evolved = evolution.apply(array.schema().schema(), array::enumeration);
    SchemaNeeds.require(version, evolved);
    return evolved;
  }

  /**
   * Stores a schema and its new enumerations.
   *
   * @param name the name of the schema file
   * @param lastCheck runs before the schema becomes visible
   * @throws AlreadyExistsException if there is a schema with this name; nothing was changed
   */
  void store(ArraySchema evolved, String name, Runnable lastCheck) {
    try (NewFiles files = new NewFiles(array.storage(), array.location(), version, array.key())) {
      ArraySchema stored = ArrayCreation.withEnumerations(evolved, array.location(), files);
      lastCheck.run();
      files.publish(
          ArraySchemaFormat.STRUCTURE,
          array.location().resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name),
          ArraySchemaFormat.encode(new StoredSchema(version, stored)));
    }
  }

  /**
   * Returns the name that makes the schema the successor of the latest one. Only one writer can
   * create the file with this name.
   *
   * @throws InvalidRequestException if the name of the latest schema cannot have a successor
   */
  String successor() {
    return FragmentName.successor(array.schemaName())
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "the name of the latest schema, \"%s\", cannot have a successor; store the schema again (azulejo evolve --extend-enumeration with --at)"
                        .formatted(array.schemaName()),
                    array.location().toString()));
  }
}
