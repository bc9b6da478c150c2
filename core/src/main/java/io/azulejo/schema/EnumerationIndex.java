package io.azulejo.schema;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** An index that finds values of an enumeration by their bytes. Immutable. */
final class EnumerationIndex {
  private final IntUnaryOperator starts;
  private final byte[] data;

  /** Value indexes, sorted by the bytes of the values. Equal values are sorted by index. */
  private final int[] sorted;

  /**
   * Builds the index by sorting the values.
   *
   * @param size number of values
   * @param starts returns the start of a value in {@code data}, and for {@code size} the end of the
   *     data
   * @param data the values without gaps; not copied, so it must not change
   */
  EnumerationIndex(int size, IntUnaryOperator starts, byte[] data) {
    this.starts = starts;
    this.data = data;
    this.sorted =
        IntStream.range(0, size)
            .boxed()
            .sorted((a, b) -> compare(a, data, starts.applyAsInt(b), starts.applyAsInt(b + 1)))
            .mapToInt(i -> i)
            .toArray();
  }

  /** Compares a value of the enumeration with a range of bytes. */
  private int compare(int value, byte[] bytes, int from, int to) {
    return Arrays.compare(
        data, starts.applyAsInt(value), starts.applyAsInt(value + 1), bytes, from, to);
  }

  /** Returns the lowest index of a value with these bytes, or empty if there is none. */
  OptionalInt find(byte[] value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(sorted[middle], value, 0, value.length) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < sorted.length && compare(sorted[low], value, 0, value.length) == 0
        ? OptionalInt.of(sorted[low])
        : OptionalInt.empty();
  }
}
