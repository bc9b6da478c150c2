package io.azulejo.plot;

import java.util.Arrays;

/** Distinct cells by their bytes, numbered from 0 in order of first occurrence, with counts. */
final class CategoryIndex {
  /** Maximum number of distinct cells; further ones are not kept. */
  static final int MAX = 10_000;

  /** Number of bytes by which longer cells are distinguished. */
  private static final int MAX_LENGTH = 256;

  private static final int SLOTS = 1 << 15;

  private final int[] slots = new int[SLOTS]; // number + 1; 0 if free
  private final byte[][] keys = new byte[MAX][];
  private final long[] counts = new long[MAX];
  private int size;
  private long rest;

  /** Counts a cell. */
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

  /** Returns the number of a cell; -1 if it is not kept. */
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

  /** Returns the bytes of a distinct cell. */
  byte[] key(int number) {
    return keys[number];
  }

  /** Returns the number of occurrences. */
  long count(int number) {
    return counts[number];
  }

  /** Returns the number of cells that are not kept. */
  long rest() {
    return rest;
  }
}
