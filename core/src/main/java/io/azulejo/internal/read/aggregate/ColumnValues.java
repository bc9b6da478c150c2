package io.azulejo.internal.read.aggregate;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;

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
    ByteBuffer data = column.data();
    switch (column.type()) {
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.get(from + i);
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.getShort(2 * (from + i));
        }
      }
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.getInt(4 * (from + i));
        }
      }
      default -> unsigned(data, column.type().size(), from, count, target);
    }
  }

  private static void unsigned(ByteBuffer data, int size, int from, int count, long[] target) {
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.get(from + i) & 0xffL;
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.getShort(2 * (from + i)) & 0xffffL;
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.getInt(4 * (from + i)) & 0xffffffffL;
        }
      }
      default -> data.asLongBuffer().get(from, target, 0, count);
    }
  }

  /**
   * Floating-point numbers as doubles.
   *
   * @param column cells of one value
   */
  static void floatingPoints(Column column, int from, int count, double[] target) {
    ByteBuffer data = column.data();
    if (column.type() == Datatype.FLOAT64) {
      data.asDoubleBuffer().get(from, target, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[i] = data.getFloat(4 * (from + i));
      }
    }
  }
}
