package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields that a fragment has by the schema it was written with, dropped ones among them. */
public final class FragmentFields {
  private FragmentFields() {}

  /** How the fragment keeps each of its fields, by their names. */
  public static Map<String, FieldStorage> of(Fragment fragment) {
    ArraySchema schema = fragment.schema().schema();
    Map<String, FieldStorage> fields = new LinkedHashMap<>();
    if (!fragment.dense()) {
      schema.dimensions().stream().map(Dimension::name).forEach(d -> add(fragment, d, fields));
    }
    schema.attributes().stream().map(Attribute::name).forEach(a -> add(fragment, a, fields));
    add(fragment, FieldStorage.TIMESTAMPS, fields);
    add(fragment, FieldStorage.DELETE_TIMESTAMPS, fields);
    add(fragment, FieldStorage.DELETE_CONDITION_INDEX, fields);
    return fields;
  }

  private static void add(Fragment fragment, String name, Map<String, FieldStorage> fields) {
    FieldStorage.of(fragment.footer(), fragment.schema(), fragment.schema().schema(), name)
        .ifPresent(storage -> fields.put(name, storage));
  }
}
