package io.azulejo.internal.format;

import io.azulejo.schema.ArraySchema;

/**
 * A stored schema.
 *
 * @param version the format version of its file
 */
public record StoredSchema(FormatVersion version, ArraySchema schema) {}
