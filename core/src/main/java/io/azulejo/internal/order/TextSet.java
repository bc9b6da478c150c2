package io.azulejo.internal.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Distinct strings, as long as they are not too many. For one thread at a time. */
public final class TextSet {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int most;
  private byte[][] texts = new byte[16][];
  private long[] hashes = new long[16];
  private int[] slots = new int[64];
  private int size;

  /** An empty set that takes at most so many strings. */
  public TextSet(int most) {
    this.most = most;
  }

  /** The number of strings. */
  public int size() {
    return size;
  }

  /** One of the strings, in the order in which they were added; not to be written to. */
  byte[] text(int index) {
    return texts[index];
  }

  /**
   * Adds the strings of some rows.
   *
   * @return false, with the set of no use any more, where they became too many
   */
  public boolean add(CellColumn column, int from, int count) {
    int[] offsets = column.offsets();
    for (int row = from; row < from + count; row++) {
      if (!add(column.data(), offsets[row], offsets[row + 1])) {
        return false;
      }
    }
    return true;
  }

  void addAll(TextSet other) {
    for (int i = 0; i < other.size; i++) {
      add(other.texts[i], 0, other.texts[i].length);
    }
  }

  private boolean add(byte[] data, int start, int end) {
    long hash = hash(data, start, end);
    int slot = slot(hash, data, start, end);
    if (slots[slot] != 0) {
      return true;
    }
    if (size == most) {
      return false;
    }
    if (size == texts.length) {
      texts = Arrays.copyOf(texts, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    texts[size] = Arrays.copyOfRange(data, start, end);
    hashes[size] = hash;
    slots[slot] = ++size;
    if (4 * size > slots.length) {
      grow();
    }
    return true;
  }

  /** The index of a string that is in the set. */
  int find(byte[] data, int start, int end) {
    return slots[slot(hash(data, start, end), data, start, end)] - 1;
  }

  /** The slot of a string, or the free one where it belongs. */
  private int slot(long hash, byte[] data, int start, int end) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (hashes[index] == hash
          && Arrays.equals(texts[index], 0, texts[index].length, data, start, end)) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    slots = new int[4 * slots.length];
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = (int) hashes[i] & mask;
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = i + 1;
    }
  }

  private static long hash(byte[] data, int start, int end) {
    long hash = end - start;
    int at = start;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash, (long) WORD.get(data, at));
    }
    long rest = 0;
    for (; at < end; at++) {
      rest = rest << Byte.SIZE | data[at] & 0xff;
    }
    return mix(hash, rest);
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ mixed >>> 32;
  }
}
