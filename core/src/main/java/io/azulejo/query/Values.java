package io.azulejo.query;

import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * Cells of a dense array as a Java array of values, with its shape.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 *
 * @param <A> the type of the array, such as {@code double[]}
 */
public interface Values<A> {
  /**
   * Returns the array of values in the type that the read requested: a {@code double[]}, {@code
   * float[]}, {@code long[]}, {@code int[]} and so on, or a {@link java.nio.ByteBuffer}. It may be
   * longer than {@link #count}.
   */
  A values();

  /**
   * Returns the number of coordinates in each dimension. If cells have several values, one more
   * element is appended: the number of values per cell.
   */
  List<Integer> shape();

  /**
   * Returns the order of the values: {@link Layout#ROW_MAJOR} if the last dimension varies fastest,
   * or {@link Layout#COL_MAJOR} if the first dimension varies fastest. The values of one cell are
   * always adjacent.
   */
  Layout layout();

  /**
   * Returns the box that consists of exactly these cells. Empty if the read had several ranges in a
   * dimension, or a range with a step.
   */
  Optional<NDRange> box();

  /** Returns the number of values, which is the product of the shape's elements. */
  default int count() {
    int count = 1;
    for (int length : shape()) {
      count *= length;
    }
    return count;
  }
}
