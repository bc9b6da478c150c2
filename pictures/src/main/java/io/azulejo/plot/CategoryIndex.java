package io.azulejo.plot;

import java.util.Arrays;

/** Different cells by their bytes, numbered from 0 in the order in which they came, and counted. */
final class CategoryIndex {
  /** What comes when there are so many already is not kept. */
  static final int MAX = 10_000;

  /** Longer cells are told apart by as many bytes. */
  private static final int MAX_LENGTH = 256;

  private static final int SLOTS = 1 << 15;

  private final int[] slots = new int[SLOTS]; // one more than the number; 0 for none
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

  /** The number of a cell; -1 for one that is not kept. */
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

  /** How many there are. */
  int size() {
    return size;
  }

  /** The bytes of one of them. */
  byte[] key(int number) {
    return keys[number];
  }

  /** How often it came. */
  long count(int number) {
    return counts[number];
  }

  /** How many cells came that are not kept. */
  long rest() {
    return rest;
  }
}
