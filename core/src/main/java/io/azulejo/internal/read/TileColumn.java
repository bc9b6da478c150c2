package io.azulejo.internal.read;

import java.util.Arrays;

/**
 * The decoded values of one field in one tile.
 *
 * @param data the values, little-endian
 * @param start where the first value begins in data
 * @param offsets where each cell begins in data, and after them where the last one ends; null for
 *     cells of fixed size
 * @param validity a byte a cell, 0 for null; null where cells can't be null
 */
record TileColumn(byte[] data, int start, int[] offsets, byte[] validity) {
  static TileColumn fixed(byte[] data, byte[] validity) {
    return new TileColumn(data, 0, null, validity);
  }

  /** Compares two strings by their unsigned bytes, the shorter prefix first. */
  static int compareText(TileColumn a, int rowA, TileColumn b, int rowB) {
    return Arrays.compareUnsigned(
        a.data, a.offsets[rowA], a.offsets[rowA + 1], b.data, b.offsets[rowB], b.offsets[rowB + 1]);
  }
}
