package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;
import java.util.Arrays;

/** A growable list of numbers and a growable byte buffer. */
final class GrowableTable {
  private long[] numbers = new long[16];
  private int count;
  private byte[] bytes = new byte[0];
  private int size;

  /** Appends a number. */
  void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.multiplyExact(2, count));
    }
    numbers[count++] = number;
  }

  /** Appends bytes. */
  void add(Slice more) {
    int needed = Math.addExact(size, more.length());
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size)));
    }
    more.copyTo(bytes, size);
    size = needed;
  }

  /** Returns a copy of the numbers. */
  long[] numbers() {
    return Arrays.copyOf(numbers, count);
  }

  /** Returns the bytes so far, without copying them. */
  Slice bytes() {
    return Slice.of(bytes, 0, size);
  }

  /** Returns the number of bytes. */
  int size() {
    return size;
  }
}
