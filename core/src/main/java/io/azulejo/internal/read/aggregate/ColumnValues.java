package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;

/** Takes numbers out of columns, some cells at a time, so that loops over them are of one kind. */
final class ColumnValues {
  /** How many cells are looked at in one go: their values stay in the nearest cache. */
  static final int CHUNK = 4096;

  private ColumnValues() {}

  /**
   * Integers as 64 bits: signed ones extended by their sign, all others by zeros.
   *
   * @param column cells of one value
   */
  static void integers(Column column, int from, int count, long[] target) {
    Datatype type = column.type();
    boolean signed = type.isInteger() && !type.isUnsigned();
    LittleEndian.widen(column.array(), column.start(from), type.size(), !signed, count, target);
  }

  /**
   * Floating-point numbers as doubles.
   *
   * @param column cells of one value
   */
  static void floatingPoints(Column column, int from, int count, double[] target) {
    LittleEndian.widen(column.array(), column.start(from), column.type().size(), count, target);
  }
}
