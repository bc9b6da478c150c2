package io.azulejo.query;

import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * The values of some cells of a dense array in a Java array, and their shape.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 *
 * @param <A> the type of the array
 */
public interface Values<A> {
  /**
   * Returns the values as requested: a {@code double[]}, {@code float[]}, {@code long[]}, {@code
   * int[]} and so on, or a {@link java.nio.ByteBuffer}. It may be longer than {@link #count}.
   */
  A values();

  /**
   * Returns the number of coordinates in each dimension. If cells have several values, the number
   * of values a cell is the last element.
   */
  List<Integer> shape();

  /**
   * Returns {@link Layout#ROW_MAJOR} if the last dimension varies fastest, or {@link
   * Layout#COL_MAJOR} if the first dimension does. The values of a cell are adjacent in either
   * layout.
   */
  Layout layout();

  /** Returns the box of the cells; empty for several ranges or a range with a step. */
  Optional<NDRange> box();

  /** Returns the number of values: the product of the shape. */
  default int count() {
    int count = 1;
    for (int length : shape()) {
      count *= length;
    }
    return count;
  }
}
