package io.azulejo.bench;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Computes the sum of all values of a batch modulo 2^64. Values of 8 or 4 bytes are added as
 * unsigned words, and all other values byte by byte. Validity is added as bytes of 0 and 1. Offsets
 * are omitted, so the sum does not depend on the order of cells.
 */
final class ValueChecksum {
  private ValueChecksum() {}

  static long of(Batch batch) {
    long sum = 0;
    if (batch.rows() > 0) {
      for (Column column : batch.columns()) {
        sum += values(column) + validity(column);
      }
    }
    return sum;
  }

  private static long values(Column column) {
    int start = column.start(0);
    int length = column.end(column.rows() - 1) - start;
    ByteBuffer bytes = column.data().slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
    long sum = 0;
    switch (column.type().size()) {
      case 8 -> {
        LongBuffer words = bytes.asLongBuffer();
        for (int i = 0; i < words.limit(); i++) {
          sum += words.get(i);
        }
      }
      case 4 -> {
        IntBuffer words = bytes.asIntBuffer();
        for (int i = 0; i < words.limit(); i++) {
          sum += words.get(i) & 0xffffffffL;
        }
      }
      default -> {
        for (int i = 0; i < length; i++) {
          sum += bytes.get(i) & 0xff;
        }
      }
    }
    return sum;
  }

  private static long validity(Column column) {
    if (!column.nullable()) {
      return 0;
    }
    byte[] validity = new byte[column.rows()];
    column.copyValidity(validity, 0);
    long sum = 0;
    for (byte valid : validity) {
      sum += valid;
    }
    return sum;
  }
}
