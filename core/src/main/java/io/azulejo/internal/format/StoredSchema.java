package io.azulejo.internal.format;

import io.azulejo.schema.ArraySchema;

/**
 * A schema and the format version of the file that stores it.
 *
 * @param version the format version of the file
 * @param schema the schema
 */
public record StoredSchema(FormatVersion version, ArraySchema schema) {}
