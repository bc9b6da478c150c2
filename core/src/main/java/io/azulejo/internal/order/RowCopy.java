package io.azulejo.internal.order;

import io.azulejo.internal.runtime.LittleEndian;

/** Copies cells between byte arrays. */
public final class RowCopy {
  private static final int WORD = Long.BYTES;

  private RowCopy() {}

  /**
   * Copies rows of fixed-size cells to consecutive positions.
   *
   * @param start the position of row 0 in the source, in bytes; may lie outside of the source if
   *     row 0 is not copied
   * @param rows the array of row numbers
   * @param from the index of the first row to copy in {@code rows}
   * @param end the end (exclusive) of the rows to copy in {@code rows}
   * @param size the size of a cell in bytes
   * @param place the position of the first cell in the target, in bytes
   */
  public static void rows(
      byte[] source, int start, int[] rows, int from, int end, int size, byte[] target, int place) {
    switch (size) {
      case 1 -> bytes(source, start, rows, from, end, target, place);
      case 2 -> shorts(source, start, rows, from, end, target, place);
      case 4 -> ints(source, start, rows, from, end, target, place);
      case 8 -> longs(source, start, rows, from, end, target, place);
      default -> {
        int at = place;
        for (int i = from; i < end; i++, at += size) {
          System.arraycopy(source, start + rows[i] * size, target, at, size);
        }
      }
    }
  }

  // The loops are deliberately duplicated, so that the JIT compiles each one for a constant width.

  private static void bytes(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from; i < end; i++) {
      target[place + i - from] = source[start + rows[i]];
    }
  }

  private static void shorts(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Short.BYTES) {
      LittleEndian.putShort(target, at, LittleEndian.getShort(source, start + 2 * rows[i]));
    }
  }

  private static void ints(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Integer.BYTES) {
      LittleEndian.putInt(target, at, LittleEndian.getInt(source, start + 4 * rows[i]));
    }
  }

  private static void longs(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Long.BYTES) {
      LittleEndian.putLong(target, at, LittleEndian.getLong(source, start + 8 * rows[i]));
    }
  }

  /**
   * Copies a variable-size cell. A short cell is copied as one or two 8-byte words if there is
   * room; the next cells overwrite the excess bytes.
   *
   * @param end the end of the part of the target that may be overwritten
   */
  static void copy(byte[] source, int start, byte[] target, int place, int length, int end) {
    if (length <= WORD && place + WORD <= end && start + WORD <= source.length) {
      LittleEndian.putLong(target, place, LittleEndian.getLong(source, start));
    } else if (length <= 2 * WORD && place + 2 * WORD <= end && start + 2 * WORD <= source.length) {
      LittleEndian.putLong(target, place, LittleEndian.getLong(source, start));
      LittleEndian.putLong(target, place + WORD, LittleEndian.getLong(source, start + WORD));
    } else {
      System.arraycopy(source, start, target, place, length);
    }
  }
}
