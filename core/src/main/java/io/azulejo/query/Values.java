package io.azulejo.query;

import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * The values of some cells of a dense array, one after another in an array of Java, and their
 * shape.
 *
 * @param values a {@code double[]}, {@code float[]}, {@code long[]}, {@code int[]} and so on, or a
 *     {@link java.nio.ByteBuffer}: whatever was asked for; it may be longer than the values
 * @param shape how many coordinates of each dimension; where a cell has several values, their
 *     number at the end
 * @param layout {@link Layout#ROW_MAJOR}: the last dimension varies fastest, or {@link
 *     Layout#COL_MAJOR}: the first one does; the values of a cell lie side by side in any case
 * @param box the cells by their coordinates; empty where they are of several ranges, or of one with
 *     a step
 * @param <A> the type of the array
 */
public record Values<A>(A values, List<Integer> shape, Layout layout, Optional<NDRange> box) {
  /** Takes a copy of the shape. */
  public Values {
    shape = List.copyOf(shape);
  }

  /** The number of values: the product of the shape. */
  public int count() {
    int count = 1;
    for (int length : shape) {
      count *= length;
    }
    return count;
  }
}
