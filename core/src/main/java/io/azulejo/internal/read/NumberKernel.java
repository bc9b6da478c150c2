package io.azulejo.internal.read;

import io.azulejo.schema.Datatype;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Tests whether numbers are in a set, many in one loop, of which there is one for each width: a
 * table for single bytes, one comparison for an interval or its complement, and for other sets a
 * search. Immutable.
 */
abstract class NumberKernel {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private NumberKernel() {}

  /** The kernel for a set of keys of a type. */
  static NumberKernel of(Datatype type, Intervals<Long> values) {
    if (type.size() == 1) {
      return new Bytes(type, values);
    }
    if (values.changes().size() > 2) {
      return new Search(type, values);
    }
    List<Long> changes = values.changes();
    long low = changes.isEmpty() ? Long.MIN_VALUE : changes.get(0);
    long high = changes.size() < 2 ? Long.MAX_VALUE : changes.get(1) - 1;
    boolean inside = changes.isEmpty() || !values.least();
    return type.size() == Long.BYTES
        ? new Longs(type, low, high, inside)
        : new Ints(type, low, high, inside);
  }

  /**
   * Sets to 0 what is 1 in a mask for numbers that are not in the set.
   *
   * @param data numbers, little-endian
   * @param start where the first one is
   * @param count how many there are
   * @param mask 0 or 1 for each one
   * @param at where the mask of the first one is
   */
  abstract void narrow(byte[] data, int start, int count, byte[] mask, int at);

  /** For numbers of one byte: says for each whether it is in the set. */
  private static final class Bytes extends NumberKernel {
    private final byte[] table = new byte[256];

    Bytes(Datatype type, Intervals<Long> values) {
      long[] key = new long[1];
      for (int i = 0; i < table.length; i++) {
        CoordinateKeys.decode(type, new byte[] {(byte) i}, 0, 1, key);
        table[i] = (byte) (values.contains(key[0]) ? 1 : 0);
      }
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      for (int i = 0; i < count; i++) {
        mask[at + i] &= table[data[start + i] & 0xff];
      }
    }
  }

  /** For an interval, or all but one, of numbers of 2 or 4 bytes. No branch depends on a number. */
  private static final class Ints extends NumberKernel {
    private final Datatype type;
    private final long low;
    private final long length;
    private final int keepsInside;

    /** Numbers from low to high, or all others. */
    Ints(Datatype type, long low, long high, boolean inside) {
      long least = type.isUnsigned() ? 0 : -1L << Byte.SIZE * type.size() - 1;
      long greatest = least + (1L << Byte.SIZE * type.size()) - 1;
      this.type = type;
      this.low = Math.max(low, least);
      this.length = Math.min(high, greatest) - this.low; // below 0 for nothing
      this.keepsInside = inside ? 1 : 0;
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int first = (int) low;
      if (type == Datatype.FLOAT32) {
        for (int i = 0; i < count; i++) {
          int bits = (int) INT.get(data, start + 4 * i);
          long from = (bits ^ bits >> 31 & Integer.MAX_VALUE) - first & 0xffffffffL;
          mask[at + i] &= (byte) ((int) (length - from >>> 63) ^ keepsInside);
        }
      } else if (type.size() == 4) {
        for (int i = 0; i < count; i++) {
          long from = (int) INT.get(data, start + 4 * i) - first & 0xffffffffL;
          mask[at + i] &= (byte) ((int) (length - from >>> 63) ^ keepsInside);
        }
      } else {
        for (int i = 0; i < count; i++) {
          long from = (short) SHORT.get(data, start + 2 * i) - first & 0xffff;
          mask[at + i] &= (byte) ((int) (length - from >>> 63) ^ keepsInside);
        }
      }
    }
  }

  /** For an interval, or all but one, of numbers of 8 bytes. No branch depends on a number. */
  private static final class Longs extends NumberKernel {
    private final Datatype type;
    private final long low;
    private final long high;
    private final byte inside;
    private final byte outside;

    /** Numbers from low to high, or all others. */
    Longs(Datatype type, long low, long high, boolean inside) {
      this.type = type;
      this.low = low;
      this.high = high;
      this.inside = (byte) (inside ? 1 : 0);
      this.outside = (byte) (inside ? 0 : 1);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      if (type == Datatype.FLOAT64) {
        for (int i = 0; i < count; i++) {
          long bits = (long) LONG.get(data, start + 8 * i);
          long key = bits ^ bits >> 63 & Long.MAX_VALUE;
          mask[at + i] &= key >= low & key <= high ? inside : outside;
        }
      } else {
        long flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
        for (int i = 0; i < count; i++) {
          long key = (long) LONG.get(data, start + 8 * i) ^ flip;
          mask[at + i] &= key >= low & key <= high ? inside : outside;
        }
      }
    }
  }

  /** For any set: by a bitmap where all changes are near one another, else by buckets of them. */
  private static final class Search extends NumberKernel {
    private static final int CHUNK = 256;
    private static final long MOST_BITS = 1 << 20;

    private final Datatype type;
    private final int least;
    private final long first;
    private final long last;
    private final long[] changes;
    private final long[] bitmap;
    private final int shift;
    private final int[] buckets;

    Search(Datatype type, Intervals<Long> values) {
      this.type = type;
      least = values.least() ? 1 : 0;
      changes = values.changes().stream().mapToLong(Long::longValue).toArray();
      first = changes[0];
      last = changes[changes.length - 1];
      long range = last - first; // maybe beyond 2^63: a number without a sign
      if (Long.compareUnsigned(range, MOST_BITS) < 0) {
        bitmap = bitmap(changes, least);
        shift = 0;
        buckets = null;
      } else {
        bitmap = null;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * changes.length);
        shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(range) - bits);
        buckets = new int[(int) (range >>> shift) + 2];
        int change = 0;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
          while (change < changes.length && changes[change] - first >>> shift < bucket) {
            change++;
          }
          buckets[bucket] = change;
        }
      }
    }

    /** For each key from the first change to the last one whether it is in the set. */
    private static long[] bitmap(long[] changes, int least) {
      long first = changes[0];
      long[] bitmap = new long[(int) (changes[changes.length - 1] - first >>> 6) + 1];
      for (int i = least; i + 1 < changes.length; i += 2) {
        for (long key = changes[i] - first; key < changes[i + 1] - first; key++) {
          bitmap[(int) (key >>> 6)] |= 1L << key;
        }
      }
      return bitmap;
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      long[] keys = new long[Math.min(CHUNK, count)];
      int odd = least ^ changes.length & 1;
      for (int done = 0; done < count; done += CHUNK) {
        int some = Math.min(CHUNK, count - done);
        CoordinateKeys.decode(type, data, start + done * type.size(), some, keys);
        for (int i = 0; i < some; i++) {
          long key = keys[i];
          int in;
          if (key < first) {
            in = least;
          } else if (key >= last) {
            in = odd;
          } else if (bitmap != null) {
            in = (int) (bitmap[(int) (key - first >>> 6)] >>> (key - first)) & 1;
          } else {
            in = mask[at + done + i] == 0 ? 0 : least ^ changesUpTo(key) & 1;
          }
          mask[at + done + i] &= (byte) in;
        }
      }
    }

    private int changesUpTo(long key) {
      int bucket = (int) (key - first >>> shift);
      int low = buckets[bucket];
      int high = buckets[bucket + 1];
      while (low < high) {
        int middle = low + high >>> 1;
        if (changes[middle] <= key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
