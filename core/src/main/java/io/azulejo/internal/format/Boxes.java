package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The bounds of many boxes, dimension by dimension: whole numbers as {@code long} (those of UINT64
 * as the same 64 bits), real ones as {@code double}, strings as slices. The arrays are shared, not
 * to be written to.
 */
public final class Boxes {
  private final int count;
  private final Object[] lows;
  private final Object[] highs;

  /**
   * For each dimension a {@code long[]}, a {@code double[]} or a {@code Slice[]} of count bounds.
   */
  Boxes(int count, Object[] lows, Object[] highs) {
    this.count = count;
    this.lows = lows;
    this.highs = highs;
  }

  /** The number of boxes. */
  public int count() {
    return count;
  }

  /** The number of dimensions. */
  public int dimensions() {
    return lows.length;
  }

  /** The lower bounds in a dimension of whole numbers. */
  public long[] wholeLows(int dimension) {
    return (long[]) lows[dimension];
  }

  /** The upper bounds in a dimension of whole numbers. */
  public long[] wholeHighs(int dimension) {
    return (long[]) highs[dimension];
  }

  /** The lower bounds in a dimension of real numbers. */
  public double[] realLows(int dimension) {
    return (double[]) lows[dimension];
  }

  /** The upper bounds in a dimension of real numbers. */
  public double[] realHighs(int dimension) {
    return (double[]) highs[dimension];
  }

  /** The lower bounds in a dimension of strings. */
  public Slice[] textLows(int dimension) {
    return (Slice[]) lows[dimension];
  }

  /** The upper bounds in a dimension of strings. */
  public Slice[] textHighs(int dimension) {
    return (Slice[]) highs[dimension];
  }

  /** One of the boxes, counted from 0. */
  public NDRange box(int index) {
    List<Range> ranges = new ArrayList<>(lows.length);
    for (int d = 0; d < lows.length; d++) {
      if (lows[d] instanceof long[] whole) {
        ranges.add(Range.of(whole[index], wholeHighs(d)[index]));
      } else if (lows[d] instanceof double[] real) {
        ranges.add(Range.of(real[index], realHighs(d)[index]));
      } else {
        ranges.add(Range.of(textLows(d)[index].toBytes(), textHighs(d)[index].toBytes()));
      }
    }
    return new NDRange(ranges);
  }
}
