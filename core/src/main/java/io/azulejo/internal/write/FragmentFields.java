package io.azulejo.internal.write;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields that a fragment keeps.
 *
 * @param all the attributes, then for sparse fragments the dimensions, then special fields
 * @param footer the fragment's footer as far as it is known before its cells
 */
record FragmentFields(List<FragmentField> all, FragmentFooter footer) {
  /** The fields of a fragment without times of its cells. */
  static FragmentFields of(WritableArray array) {
    ArraySchema schema = array.schema().schema();
    FragmentFooter footer =
        FragmentFooter.begin(
            array.writeVersion(), array.schemaName(), schema.isDense(), false, false);
    List<String> names = new ArrayList<>();
    schema.attributes().forEach(attribute -> names.add(attribute.name()));
    if (!schema.isDense()) {
      schema.dimensions().forEach(dimension -> names.add(dimension.name()));
    }
    List<FragmentField> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      FieldStorage storage =
          FieldStorage.of(footer, array.schema(), schema, names.get(i)).orElseThrow();
      fields.add(new FragmentField(names.get(i), storage, array.key()));
    }
    return new FragmentFields(List.copyOf(fields), footer);
  }

  /** The number of entries that the arrays of the footer have. */
  int places(ArraySchema schema) {
    return schema.attributes().size()
        + 1
        + schema.dimensions().size()
        + (footer.timestamps() ? 1 : 0)
        + (footer.deleteMetadata() ? 2 : 0);
  }
}
