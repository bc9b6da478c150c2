package io.azulejo.spark;

import io.azulejo.query.Column;

/** Reads the indexes that a column of an enumeration stores. */
final class EnumerationIndexes {
  private final byte[] data;
  private final int base;
  private final int width;
  private final boolean unsigned;

  EnumerationIndexes(Column column) {
    this.data = column.array();
    this.base = column.rows() == 0 ? 0 : column.start(0);
    this.width = column.type().size();
    this.unsigned = column.type().isUnsigned();
  }

  /**
   * Returns the index in a row. An unsigned 64-bit index of 2^63 or more is returned as a negative
   * number.
   */
  long get(int row) {
    int at = base + width * row;
    return switch (width) {
      case Byte.BYTES -> unsigned ? data[at] & 0xff : data[at];
      case Short.BYTES -> {
        short index = (short) NumberVectors.SHORT.get(data, at);
        yield unsigned ? index & 0xffff : index;
      }
      case Integer.BYTES -> {
        int index = (int) NumberVectors.INT.get(data, at);
        yield unsigned ? Integer.toUnsignedLong(index) : index;
      }
      default -> (long) NumberVectors.LONG.get(data, at);
    };
  }
}
