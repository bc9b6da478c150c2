package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;
import java.util.List;

/**
 * Tests whether numbers are in a set, many in one loop. There is a separate loop for each width.
 * Single bytes use a table, an interval or its complement uses one comparison, and other sets use a
 * search. Immutable.
 */
abstract class NumberKernel {

  private NumberKernel() {}

  /** Returns the kernel for a set of keys of a type. */
  static NumberKernel of(Datatype type, Intervals<Long> values) {
    if (type.size() == 1) {
      return new Bytes(type, values);
    }
    if (values.changes().size() > 2) {
      return new Search(type, values);
    }
    return switch (type) {
      case FLOAT32 -> new Floats(values);
      case FLOAT64 -> new Doubles(values);
      default ->
          switch (type.size()) {
            case Short.BYTES -> new Shorts(type, values);
            case Integer.BYTES -> new Ints(type, values);
            default -> new Longs(type, values);
          };
    };
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

  /**
   * Tests for an interval or its complement. It compares a number's unsigned distance from the
   * lower bound with the length of the interval, so one comparison suffices for all types.
   *
   * <p>Subclasses process eight rows per step. With one row per step, the JIT compiler tries to
   * vectorize the loop, which makes it several times slower.
   */
  private abstract static class Interval extends NumberKernel {
    /** The lower bound. */
    final long low;

    /** The distance from the lower to the upper bound (inclusive). */
    final long length;

    /** The mask value for numbers within the interval. */
    final int inside;

    /** The mask value for numbers outside the interval. */
    final int outside;

    Interval(Datatype type, Intervals<Long> values) {
      List<Long> changes = values.changes();
      boolean longs = type.size() == Long.BYTES;
      boolean unsigned = type.isUnsigned();
      long min = longs ? Long.MIN_VALUE : unsigned ? 0 : -1L << Byte.SIZE * type.size() - 1;
      long max = longs ? Long.MAX_VALUE : min + (1L << Byte.SIZE * type.size()) - 1;
      long first = changes.isEmpty() ? min : Math.max(min, changes.get(0));
      long last = changes.size() < 2 ? max : Math.min(max, changes.get(1) - 1);
      int within = values.containsMin() && !changes.isEmpty() ? 0 : 1;
      this.outside = 1 - within;
      this.inside = first <= last ? within : outside;
      this.low = CoordinateKeys.toInteger(type, first);
      this.length = last - first;
    }
  }

  private static final class Shorts extends Interval {
    Shorts(Datatype type, Intervals<Long> values) {
      super(type, values);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 2 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 2 * i, count - i));
    }

    private long bits(byte[] data, int place, int rows) {
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        int distance = LittleEndian.getShort(data, place + 2 * i) - (int) low & 0xffff;
        bits = bits << 8 | (distance <= (int) length ? inside : outside);
      }
      return bits;
    }
  }

  private static final class Ints extends Interval {
    Ints(Datatype type, Intervals<Long> values) {
      super(type, values);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 4 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 4 * i, count - i));
    }

    private long bits(byte[] data, int place, int rows) {
      int zero = (int) low + Integer.MIN_VALUE;
      int end = (int) length + Integer.MIN_VALUE;
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        int distance = LittleEndian.getInt(data, place + 4 * i) - zero;
        bits = bits << 8 | (distance <= end ? inside : outside);
      }
      return bits;
    }
  }

  private static final class Floats extends Interval {
    Floats(Intervals<Long> values) {
      super(Datatype.FLOAT32, values);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 4 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 4 * i, count - i));
    }

    private long bits(byte[] data, int place, int rows) {
      int zero = (int) low + Integer.MIN_VALUE;
      int end = (int) length + Integer.MIN_VALUE;
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        int value = LittleEndian.getInt(data, place + 4 * i);
        int distance = (value ^ value >> 31 & Integer.MAX_VALUE) - zero;
        bits = bits << 8 | (distance <= end ? inside : outside);
      }
      return bits;
    }
  }

  private static final class Longs extends Interval {
    Longs(Datatype type, Intervals<Long> values) {
      super(type, values);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 8 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 8 * i, count - i));
    }

    private long bits(byte[] data, int place, int rows) {
      long zero = low + Long.MIN_VALUE;
      long end = length + Long.MIN_VALUE;
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        long distance = LittleEndian.getLong(data, place + 8 * i) - zero;
        bits = bits << 8 | (distance <= end ? inside : outside);
      }
      return bits;
    }
  }

  private static final class Doubles extends Interval {
    Doubles(Intervals<Long> values) {
      super(Datatype.FLOAT64, values);
    }

    @Override
    void narrow(byte[] data, int start, int count, byte[] mask, int at) {
      int i = 0;
      for (; i <= count - 8; i += 8) {
        Masks.and(mask, at + i, bits(data, start + 8 * i, 8));
      }
      Masks.and(mask, at + i, count - i, bits(data, start + 8 * i, count - i));
    }

    private long bits(byte[] data, int place, int rows) {
      long zero = low + Long.MIN_VALUE;
      long end = length + Long.MIN_VALUE;
      long bits = 0;
      for (int i = rows - 1; i >= 0; i--) {
        long value = LittleEndian.getLong(data, place + 8 * i);
        long distance = (value ^ value >> 63 & Long.MAX_VALUE) - zero;
        bits = bits << 8 | (distance <= end ? inside : outside);
      }
      return bits;
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
