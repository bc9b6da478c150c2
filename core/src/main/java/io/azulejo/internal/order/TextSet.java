package io.azulejo.internal.order;

import io.azulejo.internal.runtime.HashSlots;
import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/** A set of distinct strings with a maximum size. Not thread-safe. */
final class TextSet {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int maxSize;
  private byte[][] texts = new byte[16][];
  private long[] hashes = new long[16];
  private final HashSlots slots = new HashSlots();
  private int size;

  /**
   * Creates an empty set.
   *
   * @param maxSize the maximum number of strings
   */
  TextSet(int maxSize) {
    this.maxSize = maxSize;
  }

  /** Returns the number of strings. */
  int size() {
    return size;
  }

  /**
   * Returns the string with this number. Strings are numbered from 0 in the order in which they
   * were added. The caller must not modify the array.
   */
  byte[] text(int index) {
    return texts[index];
  }

  /**
   * Adds the strings of selected cells.
   *
   * @param from the index of the first selected cell
   * @param count the number of cells
   * @param numbers receives the number of each cell's string in this set
   * @param at the index of the first cell's number in {@code numbers}
   * @return whether all strings fit; after false, the set must not be used any more
   */
  boolean add(Cells cells, int dimension, int from, int count, int[] numbers, int at) {
    CellColumn column = cells.coordinates[dimension];
    int[] offsets = column.offsets();
    for (int i = 0; i < count; i++) {
      int row = cells.row(from + i);
      int number = add(column.data(), offsets[row], offsets[row + 1]);
      if (number < 0) {
        return false;
      }
      numbers[at + i] = number;
    }
    return true;
  }

  /** Adds all strings of another set, which must fit, and returns their numbers in this set. */
  int[] addAll(TextSet other) {
    int[] numbers = new int[other.size];
    for (int i = 0; i < other.size; i++) {
      numbers[i] = add(other.texts[i], 0, other.texts[i].length);
    }
    return numbers;
  }

  private int add(byte[] data, int start, int end) {
    long hash = hash(data, start, end);
    int slot = slots.first((int) hash);
    for (int index; (index = slots.entry(slot)) != HashSlots.FREE; slot = slots.next(slot)) {
      if (hashes[index] == hash && isText(index, data, start, end)) {
        return index;
      }
    }
    if (size == maxSize) {
      return -1;
    }
    if (size == texts.length) {
      texts = Arrays.copyOf(texts, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    texts[size] = Arrays.copyOfRange(data, start, end);
    hashes[size] = hash;
    slots.put(slot, size, i -> (int) hashes[i]);
    return size++;
  }

  /**
   * Returns whether a string of this set equals another string with the same hash. Strings of fewer
   * than 8 bytes need not be compared, because their hashes are unique.
   */
  private boolean isText(int index, byte[] data, int start, int end) {
    byte[] text = texts[index];
    return text.length < Long.BYTES && end - start < Long.BYTES
        || Arrays.equals(text, 0, text.length, data, start, end);
  }

  private static long hash(byte[] data, int start, int end) {
    int length = end - start;
    if (length < Long.BYTES) {
      return mix(0, word(data, start, length) | (long) length << Long.SIZE - Byte.SIZE);
    }
    long hash = length;
    int at = start;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash, LittleEndian.getLong(data, at));
    }
    return mix(hash, word(data, at, end - at));
  }

  /** Returns up to 7 bytes as a little-endian number. */
  private static long word(byte[] data, int start, int length) {
    if (start + Long.BYTES <= data.length) {
      return LittleEndian.getLong(data, start) & (1L << Byte.SIZE * length) - 1;
    }
    long word = 0;
    for (int i = length - 1; i >= 0; i--) {
      word = word << Byte.SIZE | data[start + i] & 0xff;
    }
    return word;
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ mixed >>> 32;
  }
}
