package io.azulejo.arrow;

import java.util.List;
import java.util.Map;

/**
 * An Arrow schema.
 *
 * @param fields the fields in order
 * @param metadata the custom metadata of the schema, by key
 */
record IpcSchema(List<ArrowField> fields, Map<String, String> metadata) {}
