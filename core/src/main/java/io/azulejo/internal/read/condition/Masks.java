package io.azulejo.internal.read.condition;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Operations on row masks. A mask has one byte per row: 1 for selected rows, 0 for the others.
 * Eight rows are processed at a time.
 */
public final class Masks {
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

  /** A number with a 1 in each byte. */
  static final long ONES = 0x0101010101010101L;

  private Masks() {}

  /** Deselects all rows. */
  public static void clear(byte[] mask, int at, int count) {
    Arrays.fill(mask, at, at + count, (byte) 0);
  }

  /** Returns whether no row is selected. */
  public static boolean isClear(byte[] mask, int at, int count) {
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      if (LittleEndian.getLong(mask, at + i) != 0) {
        return false;
      }
    }
    for (; i < count; i++) {
      if (mask[at + i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of selected rows. */
  public static int count(byte[] mask, int at, int count) {
    int sum = 0;
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      sum += Long.bitCount(LittleEndian.getLong(mask, at + i));
    }
    for (; i < count; i++) {
      sum += mask[at + i];
    }
    return sum;
  }

  /** Intersects the mask of eight rows with another mask, whose first row is in the lowest byte. */
  static void and(byte[] mask, int at, long others) {
    LittleEndian.putLong(mask, at, LittleEndian.getLong(mask, at) & others);
  }

  /**
   * Intersects the mask of fewer than eight rows with another mask, whose first row is in the
   * lowest byte.
   */
  static void and(byte[] mask, int at, int count, long others) {
    for (int i = 0; i < count; i++) {
      mask[at + i] &= (byte) (others >>> Byte.SIZE * i);
    }
  }

  /** Deselects the rows that another mask selects. */
  static void remove(byte[] mask, int at, byte[] others, int count) {
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      and(mask, at + i, ~LittleEndian.getLong(others, i));
    }
    for (; i < count; i++) {
      mask[at + i] &= (byte) ~others[i];
    }
  }

  /** Deselects the rows whose flag is 0. Any other flag value counts as set. */
  static void keep(byte[] mask, int at, byte[] flags, int from, int count) {
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      long set = set(LittleEndian.getLong(flags, from + i));
      and(mask, at + i, set);
    }
    for (; i < count; i++) {
      if (flags[from + i] == 0) {
        mask[at + i] = 0;
      }
    }
  }

  /** Deselects the rows whose flag is not 0. */
  static void drop(byte[] mask, int at, byte[] flags, int from, int count) {
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      long set = set(LittleEndian.getLong(flags, from + i));
      and(mask, at + i, ~set);
    }
    for (; i < count; i++) {
      if (flags[from + i] != 0) {
        mask[at + i] = 0;
      }
    }
  }

  /** Returns 1 for each byte that is not 0, and 0 for the others. */
  private static long set(long flags) {
    return ((flags & LOW_BITS) + LOW_BITS | flags) >>> 7 & ONES;
  }
}
