package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.OutputField;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Some of a query's fields. Immutable.
 *
 * @param has for each field of the query, whether it is in the set
 * @param indexes the indexes of the fields in the set, in ascending order
 * @param vars the indexes of the variable-size fields in the set, in ascending order
 */
record FieldSet(boolean[] has, int[] indexes, int[] vars) {
  /**
   * Creates a set.
   *
   * @param fields the fields of the query
   * @param has for each field of the query, whether it is in the set; not copied
   */
  static FieldSet of(List<OutputField> fields, boolean[] has) {
    int[] indexes = IntStream.range(0, has.length).filter(f -> has[f]).toArray();
    int[] vars = IntStream.of(indexes).filter(f -> fields.get(f).isVar()).toArray();
    return new FieldSet(has, indexes, vars);
  }
}
