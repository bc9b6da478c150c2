package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;
import java.util.List;

/**
 * Tests whether numbers are in a set, many in one loop. There is a separate loop for each width. An
 * interval or its complement uses one comparison. Other sets use a table for single bytes, and a
 * search for wider numbers. Immutable.
 */
abstract class NumberKernel {

  private NumberKernel() {}

  /** Returns the kernel for a set of keys of a type. */
  static NumberKernel of(Datatype type, Intervals<Long> values) {
    if (values.changes().size() > 2) {
      return type.size() == 1 ? new Table(type, values) : new Search(type, values);
    }
    NumberKernel interval =
        type.size() == Long.BYTES ? new Longs(type, values) : new Lanes(type, values);
    return Single.fits(type, values.changes()) ? new Single(type, values, interval) : interval;
  }

  /**
   * Clears the mask of numbers that are not in the set.
   *
   * @param data little-endian numbers
   * @param start position of the first number in data, in bytes
   * @param count number of numbers
   * @param mask 0 or 1 for each number
   * @param at index of the first number in the mask
   */
  abstract void narrow(byte[] data, int start, int count, byte[] mask, int at);

  /** Tests one-byte numbers with a table of the numbers in the set. */
  private static final class Table extends NumberKernel {
    private final byte[] table = new byte[256];

    Table(Datatype type, Intervals<Long> values) {
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

  /**
   * Tests for an interval or its complement. A number is outside an interval if its unsigned
   * distance from the lower bound is greater than the length of the interval.
   *
   * <p>The JIT compiler vectorizes the test, because it consists of the same simple operations for
   * all numbers. The sum of a distance and the complement of the length has a carry if the distance
   * is greater. The carry is the highest bit of their average.
   */
  private abstract static class Interval extends NumberKernel {
    /** The lower bound. */
    final long low;

    /** The complement of the unsigned distance from the lower to the upper bound (inclusive). */
    final long complement;

    /** The bits to flip in eight results to get masks: the lowest one of each byte, or none. */
    final long flip;

    Interval(Datatype type, Intervals<Long> values) {
      List<Long> changes = values.changes();
      boolean longs = type.size() == Long.BYTES;
      boolean unsigned = type.isUnsigned();
      long min = longs ? Long.MIN_VALUE : unsigned ? 0 : -1L << Byte.SIZE * type.size() - 1;
      long max = longs ? Long.MAX_VALUE : min + (1L << Byte.SIZE * type.size()) - 1;
      long first = changes.isEmpty() ? min : Math.max(min, changes.get(0));
      long last = changes.size() < 2 ? max : Math.min(max, changes.get(1) - 1);
      boolean empty = first > last; // then no number is outside, and the complement is tested
      boolean inside = !values.containsMin() || changes.isEmpty();
      low = empty ? 0 : CoordinateKeys.toInteger(type, first);
      complement = empty ? 0 : ~(last - first);
      flip = inside != empty ? Masks.ONES : 0;
    }
  }

  /**
   * Tests numbers of 1, 2 or 4 bytes. It processes 64 bits at a time as eight, four or two lanes.
   * Averages do not carry from lane to lane.
   */
  private static final class Lanes extends Interval {
    /** Maximum number of 64-bit words per block. */
    private static final int WORDS = 512;

    /** The size of a number in bytes. */
    private final int size;

    /** The highest bit of each lane. */
    private final long high;

    /** The bits to flip in negative numbers to get their keys: in floating-point numbers only. */
    private final long negative;

    /** The lower bound in each lane. */
    private final long lows;

    /** The complement of the length in each lane. */
    private final long complements;

    Lanes(Datatype type, Intervals<Long> values) {
      super(type, values);
      size = type.size();
      long lane = (1L << Byte.SIZE * size) - 1;
      long ones = Long.divideUnsigned(-1L, lane);
      high = ones << Byte.SIZE * size - 1;
      negative = type.isFloatingPoint() ? ~high : 0;
      lows = (low & lane) * ones;
      complements = (complement & lane) * ones;
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      long[] results = new long[Math.min(WORDS, (count / 8 + 1) * size)];
      int rows = results.length / size * 8;
      int done = 0;
      for (; done <= count - rows; done += rows) {
        test(data, start + done * size, results);
        narrow(mask, at + done, results);
      }
      int rest = count - done;
      if (rest > 0) {
        byte[] values = new byte[rows * size];
        byte[] masks = new byte[rows];
        System.arraycopy(data, start + done * size, values, 0, rest * size);
        System.arraycopy(mask, at + done, masks, 0, rest);
        test(values, 0, results);
        narrow(masks, 0, results);
        System.arraycopy(masks, 0, mask, at + done, rest);
      }
    }

    /** Sets the lowest bit of each lane to 1 if a number is outside the interval, else to 0. */
    private void test(byte[] data, int start, long[] results) {
      int last = Byte.SIZE * size - 1;
      long ones = high >>> last;
      for (int i = 0; i < results.length; i++) {
        long value = LittleEndian.getLong(data, start + Long.BYTES * i);
        long key = value ^ (value & high) - (value >>> last & ones) & negative;
        long distance = (key | high) - (lows & ~high) ^ (key ^ ~lows) & high;
        long average = (distance & complements) + ((distance ^ complements) >>> 1 & ~high);
        results[i] = average >>> last & ones;
      }
    }

    /** Clears the mask of rows that fail according to the results, eight rows at a time. */
    private void narrow(byte[] mask, int at, long[] results) {
      switch (size) {
        case 1 -> {
          for (int i = 0; i < results.length; i++) {
            Masks.and(mask, at + 8 * i, results[i] ^ flip);
          }
        }
        case 2 -> {
          for (int i = 0; i < results.length; i += 2) {
            long bytes = lowBytes(results[i]) | lowBytes(results[i + 1]) << 32;
            Masks.and(mask, at + 4 * i, bytes ^ flip);
          }
        }
        default -> {
          for (int i = 0; i < results.length; i += 4) {
            long a = results[i] | results[i + 1] << 16; // rows 0, 2, 1 and 3
            long b = results[i + 2] | results[i + 3] << 16; // rows 4, 6, 5 and 7
            long even = a & 0xffffffffL | b << 32;
            long odd = a >>> 32 | b & ~0xffffffffL;
            Masks.and(mask, at + 2 * i, (even | odd << 8) ^ flip);
          }
        }
      }
    }

    /** Returns the low bytes of four 16-bit numbers, whose high bytes must be 0. */
    private static long lowBytes(long shorts) {
      long pairs = (shorts | shorts >>> 8) & 0x0000ffff0000ffffL;
      return (pairs | pairs >>> 16) & 0xffffffffL;
    }
  }

  /**
   * Tests numbers of 8 bytes, a block at a time, in two loops. The first one is vectorized. It
   * tests the same row of both halves of the block, and stores the two results in two bytes of one
   * number. The second loop brings the results into the order of the rows.
   */
  private static final class Longs extends Interval {
    private static final int HALF = 512;
    private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;

    /** The bits to flip in negative numbers to get their keys. */
    private final long negative;

    Longs(Datatype type, Intervals<Long> values) {
      super(type, values);
      negative = type.isFloatingPoint() ? Long.MAX_VALUE : 0;
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      if (count >= 2 * HALF) {
        long[] results = new long[HALF];
        for (; i <= count - 2 * HALF; i += 2 * HALF) {
          test(data, start + 8 * i, results);
          for (int k = 0; k < results.length; k += 8) {
            long even = four(results, k) ^ flip;
            long odd = four(results, k + 1) ^ flip;
            Masks.and(mask, at + i + k, even & EVEN_BYTES | (odd & EVEN_BYTES) << 8);
            Masks.and(mask, at + i + HALF + k, even >>> 8 & EVEN_BYTES | odd & ~EVEN_BYTES);
          }
        }
      }
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 8 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 8 * i, count - i));
    }

    private void test(byte[] data, int start, long[] results) {
      for (int i = 0; i < results.length; i++) {
        int at = start + 8 * i;
        long first = outside(LittleEndian.getLong(data, at));
        long second = outside(LittleEndian.getLong(data, at + 8 * HALF));
        results[i] = first >>> 63 | second >>> 63 << 8;
      }
    }

    /** Returns a number that is negative if the value is outside the interval. */
    private long outside(long value) {
      // Few processors shift signed 64-bit numbers in vectors, so this avoids "value >> 63".
      long key = value ^ negative ^ (value >>> 63) - 1 & negative;
      long distance = key - low;
      return (distance & complement) + ((distance ^ complement) >>> 1);
    }

    /** Returns the results of every other row of eight. */
    private static long four(long[] results, int i) {
      return results[i] | results[i + 2] << 16 | results[i + 4] << 32 | results[i + 6] << 48;
    }

    /** Tests up to eight rows. Processes the last one first. */
    private long bits(byte[] data, int place, int rows) {
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        bits = bits << 8 | outside(LittleEndian.getLong(data, place + 8 * i)) >>> 63;
      }
      return bits ^ flip;
    }
  }

  /**
   * Tests numbers of 4 or 8 bytes for a single number, or for all other numbers. It tests eight
   * rows at a time. Usually none of them holds the number, and the processor predicts that, so this
   * is faster than a vectorized test. If many rows hold the number, the vectorized test continues.
   */
  private static final class Single extends NumberKernel {
    /**
     * Number of rows after which to choose the test of the remaining rows. The vectorized tests
     * process as many rows per block.
     */
    private static final int SAMPLE = 1024;

    /** Maximum number of eights in the sample that may hold the number. */
    private static final int MAX_FOUND = SAMPLE / 8 / 8;

    private final NumberKernel vectorized;
    private final int size;
    private final long number;

    /** The bits to flip in eight results to get masks: the lowest one of each byte, or none. */
    private final long flip;

    Single(Datatype type, Intervals<Long> values, NumberKernel vectorized) {
      this.vectorized = vectorized;
      byte[] bytes = new byte[type.size()];
      CoordinateKeys.encode(type, values.changes().get(0), bytes);
      size = bytes.length;
      number = LittleEndian.get(bytes, 0, size, false);
      flip = values.containsMin() ? Masks.ONES : 0;
    }

    /** Returns whether a set, given by its boundaries, is a single number or its complement. */
    static boolean fits(Datatype type, List<Long> changes) {
      if (type.size() < Integer.BYTES
          || changes.size() != 2
          || changes.get(1) - changes.get(0) != 1) {
        return false;
      }
      byte[] bytes = new byte[type.size()];
      long[] key = new long[1];
      CoordinateKeys.encode(type, changes.get(0), bytes);
      CoordinateKeys.decode(type, bytes, 0, 1, key);
      return key[0] == changes.get(0); // otherwise, the number is out of range for the type
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int done = Math.min(SAMPLE, count & -8);
      boolean many = test(data, start, done, mask, at) > MAX_FOUND;
      int rest = many ? count - done : count - done & 7;
      int last = count - rest;
      test(data, start + done * size, last - done, mask, at + done);
      vectorized.narrow(data, start + last * size, rest, mask, at + last);
    }

    /** Tests a multiple of eight rows, and returns the number of eights that hold the number. */
    private int test(byte[] data, int start, int count, byte[] mask, int at) {
      return size == Integer.BYTES
          ? ints(data, start, count, mask, at)
          : longs(data, start, count, mask, at);
    }

    private int ints(byte[] data, int start, int count, byte[] mask, int at) {
      int wanted = (int) number;
      int found = 0;
      for (int i = 0; i < count; i += 8) {
        int place = start + 4 * i;
        long equal = 0;
        if (LittleEndian.getInt(data, place) == wanted
            || LittleEndian.getInt(data, place + 4) == wanted
            || LittleEndian.getInt(data, place + 8) == wanted
            || LittleEndian.getInt(data, place + 12) == wanted
            || LittleEndian.getInt(data, place + 16) == wanted
            || LittleEndian.getInt(data, place + 20) == wanted
            || LittleEndian.getInt(data, place + 24) == wanted
            || LittleEndian.getInt(data, place + 28) == wanted) {
          found++;
          for (int row = 7; row >= 0; row--) {
            equal = equal << 8 | (LittleEndian.getInt(data, place + 4 * row) == wanted ? 1 : 0);
          }
        }
        Masks.and(mask, at + i, equal ^ flip);
      }
      return found;
    }

    private int longs(byte[] data, int start, int count, byte[] mask, int at) {
      int found = 0;
      for (int i = 0; i < count; i += 8) {
        int place = start + 8 * i;
        long equal = 0;
        if (LittleEndian.getLong(data, place) == number
            || LittleEndian.getLong(data, place + 8) == number
            || LittleEndian.getLong(data, place + 16) == number
            || LittleEndian.getLong(data, place + 24) == number
            || LittleEndian.getLong(data, place + 32) == number
            || LittleEndian.getLong(data, place + 40) == number
            || LittleEndian.getLong(data, place + 48) == number
            || LittleEndian.getLong(data, place + 56) == number) {
          found++;
          for (int row = 7; row >= 0; row--) {
            equal = equal << 8 | (LittleEndian.getLong(data, place + 8 * row) == number ? 1 : 0);
          }
        }
        Masks.and(mask, at + i, equal ^ flip);
      }
      return found;
    }
  }

  /**
   * Tests for any set. It uses a bitmap if all boundaries of the set are close together, and
   * buckets of boundaries otherwise.
   */
  private static final class Search extends NumberKernel {
    private static final int CHUNK = 256;
    private static final long MAX_BITS = 1 << 20;

    private final Datatype type;
    private final int atMin;
    private final long first;
    private final long[] changes;
    private final long[] bitmap;
    private final int shift;
    private final int[] buckets;

    Search(Datatype type, Intervals<Long> values) {
      this.type = type;
      atMin = values.containsMin() ? 1 : 0;
      changes = values.changes().stream().mapToLong(Long::longValue).toArray();
      first = changes[0];
      long range =
          changes[changes.length - 1] - first; // maybe beyond 2^63: a number without a sign
      if (Long.compareUnsigned(range, MAX_BITS) < 0) {
        bitmap = bitmap(changes, atMin);
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

    /** Returns a bitmap of the keys from the first to the last boundary that are in the set. */
    private static long[] bitmap(long[] changes, int atMin) {
      long first = changes[0];
      long[] bitmap = new long[(int) (changes[changes.length - 1] - first >>> 6) + 1];
      for (int i = atMin; i + 1 < changes.length; i += 2) {
        for (long key = changes[i] - first; key < changes[i + 1] - first; key++) {
          bitmap[(int) (key >>> 6)] |= 1L << key;
        }
      }
      return bitmap;
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      long[] keys = new long[Math.min(CHUNK, count)];
      long range = changes[changes.length - 1] - first + Long.MIN_VALUE;
      boolean ends = changes.length % 2 != 0; // the largest keys are not as the smallest ones
      for (int done = 0; done < count; done += CHUNK) {
        int some = Math.min(CHUNK, count - done);
        CoordinateKeys.decode(type, data, start + done * type.size(), some, keys);
        for (int i = 0; i < some; i++) {
          long key = keys[i];
          long from = key - first + Long.MIN_VALUE; // to compare without a sign
          int in = atMin;
          if (from >= range) {
            in = ends && key >= first ? 1 - atMin : atMin;
          } else if (bitmap != null) {
            in = (int) (bitmap[(int) (key - first >>> 6)] >>> (key - first)) & 1;
          } else if (mask[at + done + i] != 0) {
            in ^= changesUpTo(key) & 1;
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
