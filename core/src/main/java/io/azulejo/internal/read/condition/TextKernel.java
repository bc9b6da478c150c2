package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.runtime.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Tests whether strings are in a set. The first eight bytes, taken as one number, already
 * distinguish most strings. Rows whose mask is 0 are skipped. Immutable.
 */
abstract class TextKernel {
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private TextKernel() {}

  /** Returns the kernel for a set of strings. */
  static TextKernel of(Intervals<Slice> values) {
    List<Slice> changes = values.changes();
    boolean alone = changes.size() % 2 == 0;
    for (int i = 0; alone && i < changes.size(); i += 2) {
      alone = Intervals.TEXTS.next(changes.get(i)).equals(changes.get(i + 1));
    }
    byte inside = (byte) (values.containsMin() ? 0 : 1);
    if (alone && changes.size() == 2) {
      return new One(changes.get(0), inside);
    }
    byte[][] table = alone ? Some.table(changes) : null;
    return table == null ? new Search(values) : new Some(table, inside);
  }

  /** Returns 1 if a string is in the set, else 0. */
  abstract int test(byte[] data, int start, int end);

  /**
   * Clears the mask of variable-size strings that are not in the set.
   *
   * @param offsets start of each string in data, followed by the end of the last one
   * @param from index of the first string
   * @param count number of strings
   * @param mask 0 or 1 for each string
   * @param at index of the first string in the mask
   */
  final void narrow(byte[] data, int[] offsets, int from, int count, byte[] mask, int at) {
    for (int i = 0; i < count; i++) {
      if (mask[at + i] != 0) {
        mask[at + i] = (byte) test(data, offsets[from + i], offsets[from + i + 1]);
      }
    }
  }

  /**
   * Clears the mask of fixed-size strings that are not in the set.
   *
   * @param start position of the first string in data
   * @param size size of a string in bytes
   * @param count number of strings
   * @param mask 0 or 1 for each string
   * @param at index of the first string in the mask
   */
  final void narrow(byte[] data, int start, int size, int count, byte[] mask, int at) {
    for (int i = 0; i < count; i++) {
      if (mask[at + i] != 0) {
        int place = start + i * size;
        mask[at + i] = (byte) test(data, place, place + size);
      }
    }
  }

  /**
   * Returns the first eight bytes as a number that orders like the strings. Missing bytes count as
   * zeros.
   */
  private static long prefix(byte[] data, int start, int end) {
    int length = end - start;
    if (length >= Long.BYTES) {
      return (long) BIG.get(data, start) ^ Long.MIN_VALUE;
    }
    if (length == 0) {
      return Long.MIN_VALUE;
    }
    if (start + Long.BYTES <= data.length) {
      return (long) BIG.get(data, start) & -1L << Long.SIZE - Byte.SIZE * length ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = start; i < end; i++) {
      prefix = prefix << Byte.SIZE | data[i] & 0xff;
    }
    return prefix << Long.SIZE - Byte.SIZE * length ^ Long.MIN_VALUE;
  }

  /** Tests for a single string, or for all other strings. */
  private static final class One extends TextKernel {
    private final byte[] text;
    private final long prefix;
    private final byte inside;

    One(Slice text, byte inside) {
      this.text = text.toBytes();
      this.prefix = prefix(this.text, 0, this.text.length);
      this.inside = inside;
    }

    @Override
    int test(byte[] data, int start, int end) {
      boolean equal =
          end - start == text.length
              && prefix(data, start, end) == prefix
              && (text.length <= Long.BYTES
                  || Arrays.equals(data, start, end, text, 0, text.length));
      return equal ? inside : 1 ^ inside;
    }
  }

  /** Tests for several strings, or for all other strings, with a hash table. */
  private static final class Some extends TextKernel {
    private static final long MIX = 0x9e3779b97f4a7c15L;

    /** Maximum number of probes. More collisions suggest strings chosen to be slow. */
    private static final int MAX_PROBES = 64;

    private final byte[][] table;
    private final byte inside;

    Some(byte[][] table, byte inside) {
      this.table = table;
      this.inside = inside;
    }

    /**
     * Returns a hash table of strings that is at most half full, or null if too many hashes
     * collide.
     */
    static byte[][] table(List<Slice> changes) {
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(changes.size());
      byte[][] table = new byte[1 << bits][];
      for (int i = 0; i < changes.size(); i += 2) {
        byte[] text = changes.get(i).toBytes();
        int place = place(table, text, 0, text.length);
        for (int probes = 0; table[place] != null; probes++) {
          if (probes == MAX_PROBES) {
            return null;
          }
          place = place + 1 & table.length - 1;
        }
        table[place] = text;
      }
      return table;
    }

    private static int place(byte[][] table, byte[] data, int start, int end) {
      return (int) (hash(data, start, end) >>> Integer.numberOfLeadingZeros(table.length - 1) + 32);
    }

    private static long hash(byte[] data, int start, int end) {
      long hash = end - start;
      int at = start;
      for (; end - at > Long.BYTES; at += Long.BYTES) {
        hash = (hash ^ (long) BIG.get(data, at)) * MIX;
        hash ^= hash >>> 32;
      }
      return (hash ^ prefix(data, at, end)) * MIX;
    }

    @Override
    int test(byte[] data, int start, int end) {
      int place = place(table, data, start, end);
      while (table[place] != null) {
        byte[] text = table[place];
        if (Arrays.equals(data, start, end, text, 0, text.length)) {
          return inside;
        }
        place = place + 1 & table.length - 1;
      }
      return 1 ^ inside;
    }
  }

  /** Tests for any set by counting the boundaries of the set up to a string. */
  private static final class Search extends TextKernel {
    private final byte[][] changes;
    private final long[] prefixes;
    private final int atMin;

    Search(Intervals<Slice> values) {
      changes = values.changes().stream().map(Slice::toBytes).toArray(byte[][]::new);
      prefixes = new long[changes.length];
      for (int i = 0; i < changes.length; i++) {
        prefixes[i] = prefix(changes[i], 0, changes[i].length);
      }
      atMin = values.containsMin() ? 1 : 0;
    }

    @Override
    int test(byte[] data, int start, int end) {
      long prefix = prefix(data, start, end);
      int low = 0;
      int high = changes.length;
      while (low < high) {
        int middle = low + high >>> 1;
        boolean upTo = prefixes[middle] < prefix;
        if (prefixes[middle] == prefix) {
          byte[] change = changes[middle];
          upTo = Arrays.compareUnsigned(change, 0, change.length, data, start, end) <= 0;
        }
        if (upTo) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return atMin ^ low & 1;
    }
  }
}
