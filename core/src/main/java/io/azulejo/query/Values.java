package io.azulejo.query;

import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * The values of some cells of a dense array, one after another in an array of Java, and their
 * shape.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 *
 * @param <A> the type of the array
 */
public interface Values<A> {
  /**
   * Returns the values: a {@code double[]}, {@code float[]}, {@code long[]}, {@code int[]} and so
   * on, or a {@link java.nio.ByteBuffer}, as requested. It may be longer than the values.
   */
  A values();

  /**
   * Returns the number of coordinates of each dimension; if a cell has several values, their number
   * is at the end.
   */
  List<Integer> shape();

  /**
   * Returns {@link Layout#ROW_MAJOR} if the last dimension varies fastest, or {@link
   * Layout#COL_MAJOR} if the first one does. The values of a cell lie side by side in either.
   */
  Layout layout();

  /**
   * Returns the cells by their coordinates; empty if they are of several ranges, or of one with a
   * step.
   */
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
