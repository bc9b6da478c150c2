package io.azulejo.schema;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Finds values of an enumeration by their bytes. Immutable. */
final class EnumerationIndex {
  private final IntUnaryOperator starts;
  private final byte[] data;

  /** The indexes of the values, sorted by value bytes, then by index. */
  private final int[] sorted;

  /**
   * Sorts the values.
   *
   * @param size the number of values
   * @param starts returns the start of each value in data, and the end of the last one
   * @param data the values one after another; must not change later
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

  /** Compares a value with bytes of an array. */
  private int compare(int value, byte[] bytes, int from, int to) {
    return Arrays.compare(
        data, starts.applyAsInt(value), starts.applyAsInt(value + 1), bytes, from, to);
  }

  /** Returns the lowest index of a value with these bytes; empty if there is none. */
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
