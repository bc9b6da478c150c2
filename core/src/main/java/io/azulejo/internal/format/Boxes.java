package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * The bounds of many boxes, dimension by dimension: integers as {@code long} (those of UINT64 as
 * the same 64 bits), floating-point ones as {@code double}, strings as slices. The arrays are
 * shared, not to be written to.
 */
public final class Boxes {
  private final int count;
  private final Object[] lows;
  private final Object[] highs;

  /**
   * For each dimension a {@code long[]}, a {@code double[]} or a {@code Slice[]} of count bounds.
   */
  public Boxes(int count, Object[] lows, Object[] highs) {
    this.count = count;
    this.lows = lows;
    this.highs = highs;
  }

  /** The number of boxes. */
  public int count() {
    return count;
  }

  /** The number of dimensions. */
  int dimensions() {
    return lows.length;
  }

  /** The lower bounds in a dimension of integers. */
  public long[] longLows(int dimension) {
    return (long[]) lows[dimension];
  }

  /** The upper bounds in a dimension of integers. */
  public long[] longHighs(int dimension) {
    return (long[]) highs[dimension];
  }

  /** The lower bounds in a dimension of floating-point numbers. */
  public double[] doubleLows(int dimension) {
    return (double[]) lows[dimension];
  }

  /** The upper bounds in a dimension of floating-point numbers. */
  public double[] doubleHighs(int dimension) {
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

  /**
   * The bounding boxes of successive groups of these boxes.
   *
   * @param max how many of these a box is around; the last one may be around fewer
   * @param dimensions what the bounds are of
   */
  Boxes around(int max, List<Dimension> dimensions) {
    int groups = (count + max - 1) / max;
    Object[] groupLows = new Object[lows.length];
    Object[] groupHighs = new Object[lows.length];
    for (int d = 0; d < lows.length; d++) {
      boolean unsigned = dimensions.get(d).type() == Datatype.UINT64;
      groupLows[d] = extremes(lows[d], groups, max, 1, unsigned);
      groupHighs[d] = extremes(highs[d], groups, max, -1, unsigned);
    }
    return new Boxes(groups, groupLows, groupHighs);
  }

  /** The minimum of each group of bounds, or with the sign -1 the maximum. */
  private static Object extremes(Object bounds, int groups, int max, int sign, boolean unsigned) {
    int count = Array.getLength(bounds);
    Object found = Array.newInstance(bounds.getClass().componentType(), groups);
    for (int g = 0; g < groups; g++) {
      int extreme = g * max;
      for (int i = extreme + 1; i < Math.min(count, (g + 1) * max); i++) {
        extreme = sign * compare(bounds, i, extreme, unsigned) < 0 ? i : extreme;
      }
      System.arraycopy(bounds, extreme, found, g, 1);
    }
    return found;
  }

  private static int compare(Object bounds, int a, int b, boolean unsigned) {
    if (bounds instanceof long[] whole) {
      return unsigned ? Long.compareUnsigned(whole[a], whole[b]) : Long.compare(whole[a], whole[b]);
    }
    return bounds instanceof double[] real
        ? Double.compare(real[a], real[b])
        : ((Slice[]) bounds)[a].compareTo(((Slice[]) bounds)[b]);
  }

  /** One of the boxes, counted from 0. */
  public NDRange box(int index) {
    List<Range> ranges = new ArrayList<>(lows.length);
    for (int d = 0; d < lows.length; d++) {
      if (lows[d] instanceof long[] whole) {
        ranges.add(Range.of(whole[index], longHighs(d)[index]));
      } else if (lows[d] instanceof double[] real) {
        ranges.add(Range.of(real[index], doubleHighs(d)[index]));
      } else {
        ranges.add(Range.of(textLows(d)[index].toBytes(), textHighs(d)[index].toBytes()));
      }
    }
    return new NDRange(ranges);
  }
}
