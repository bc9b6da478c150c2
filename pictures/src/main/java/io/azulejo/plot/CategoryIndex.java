package io.azulejo.plot;

import java.util.Arrays;

/**
 * Distinct cells and their counts. Cells are compared by their bytes and numbered from 0 in order
 * of first occurrence.
 */
final class CategoryIndex {
  /** The maximum number of distinct cells. The index does not keep others. */
  static final int MAX = 10_000;

  /** The number of bytes of a cell that are compared. Longer cells are equal if these bytes are. */
  private static final int MAX_LENGTH = 256;

  private static final int SLOTS = 1 << 15;

  private final int[] slots = new int[SLOTS]; // number + 1, or 0 if free
  private final byte[][] keys = new byte[MAX][];
  private final long[] counts = new long[MAX];
  private int size;
  private long rest;

  /**
   * Counts a cell.
   *
   * @param from the start of the cell in the data
   * @param to the end of the cell in the data, exclusive
   */
  void add(byte[] data, int from, int to) {
    int end = Math.min(to, from + MAX_LENGTH);
    int slot = slot(data, from, end);
    if (slots[slot] == 0) {
      if (size == MAX) {
        rest++;
        return;
      }
      keys[size] = Arrays.copyOfRange(data, from, end);
      slots[slot] = ++size;
    }
    counts[slots[slot] - 1]++;
  }

  /** Returns the number of a cell, or -1 if the index does not keep it. */
  int find(byte[] data, int from, int to) {
    return slots[slot(data, from, Math.min(to, from + MAX_LENGTH))] - 1;
  }

  private int slot(byte[] data, int from, int to) {
    int hash = to - from;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + data[at];
    }
    int slot = (hash * 0x9E3779B9) >>> 17;
    while (slots[slot] != 0) {
      byte[] key = keys[slots[slot] - 1];
      if (Arrays.equals(key, 0, key.length, data, from, to)) {
        return slot;
      }
      slot = (slot + 1) % SLOTS;
    }
    return slot;
  }

  /** Returns the number of distinct cells. */
  int size() {
    return size;
  }

  /** Returns the bytes of a distinct cell, cut to the compared length. */
  byte[] key(int number) {
    return keys[number];
  }

  /** Returns how often a distinct cell occurred. */
  long count(int number) {
    return counts[number];
  }

  /** Returns the number of counted cells that the index does not keep. */
  long rest() {
    return rest;
  }
}
