package io.azulejo.spark;

import io.azulejo.query.Column;

/** The indexes stored in a column of an enumeration. */
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

  /** Returns the index in a row; an unsigned 64-bit index can come out negative. */
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
