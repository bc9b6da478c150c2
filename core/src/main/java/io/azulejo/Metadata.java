package io.azulejo;

import io.azulejo.internal.format.ArrayMetadataFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts the metadata of arrays and groups to public values. */
final class Metadata {
  private Metadata() {}

  /** Returns the values by key, in the order of the entries. */
  static Map<String, MetadataValue> values(Map<String, ArrayMetadataFormat.Entry> entries) {
    Map<String, MetadataValue> values = new LinkedHashMap<>();
    entries.forEach(
        (key, entry) ->
            values.put(
                key, MetadataValue.of(entry.type(), entry.count(), entry.bytes().toBytes())));
    return Collections.unmodifiableMap(values);
  }
}
