package io.azulejo.arrow;

import java.util.List;
import java.util.Map;

/**
 * An Arrow schema.
 *
 * @param fields its fields
 * @param metadata the schema metadata from its writer, by key
 */
record IpcSchema(List<ArrowField> fields, Map<String, String> metadata) {}
