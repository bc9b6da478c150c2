package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;
import java.util.Arrays;

/** Numbers and bytes that become more and more: a number for each tile so far. */
final class GrowableTable {
  private long[] numbers = new long[16];
  private int count;
  private byte[] bytes = new byte[0];
  private int size;

  /** Adds a number. */
  void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.multiplyExact(2, count));
    }
    numbers[count++] = number;
  }

  /** Adds bytes. */
  void add(Slice more) {
    int needed = Math.addExact(size, more.length());
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size)));
    }
    more.copyTo(bytes, size);
    size = needed;
  }

  /** The numbers so far. */
  long[] numbers() {
    return Arrays.copyOf(numbers, count);
  }

  /** The bytes so far. */
  Slice bytes() {
    return Slice.of(bytes, 0, size);
  }

  /** How many bytes there are. */
  int size() {
    return size;
  }
}
