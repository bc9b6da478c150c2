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
 * The bounds of many boxes, stored in one array per dimension and bound. Integers are {@code long}
 * (UINT64 keeps its 64 bits), floating-point numbers are {@code double}, and strings are slices.
 * The arrays are shared and must not be modified.
 */
public final class Boxes {
  private final int count;
  private final Object[] lows;
  private final Object[] highs;

  /**
   * Wraps the bounds without copying them.
   *
   * @param count the number of boxes
   * @param lows the lower bounds: for each dimension a {@code long[]}, a {@code double[]} or a
   *     {@code Slice[]} with one element per box
   * @param highs the upper bounds, in arrays of the same types
   */
  public Boxes(int count, Object[] lows, Object[] highs) {
    this.count = count;
    this.lows = lows;
    this.highs = highs;
  }

  /** Returns the number of boxes. */
  public int count() {
    return count;
  }

  /** Returns the number of dimensions. */
  int dimensions() {
    return lows.length;
  }

  /** Returns the lower bounds in an integer dimension. */
  public long[] longLows(int dimension) {
    return (long[]) lows[dimension];
  }

  /** Returns the upper bounds in an integer dimension. */
  public long[] longHighs(int dimension) {
    return (long[]) highs[dimension];
  }

  /** Returns the lower bounds in a floating-point dimension. */
  public double[] doubleLows(int dimension) {
    return (double[]) lows[dimension];
  }

  /** Returns the upper bounds in a floating-point dimension. */
  public double[] doubleHighs(int dimension) {
    return (double[]) highs[dimension];
  }

  /** Returns the lower bounds in a string dimension. */
  public Slice[] textLows(int dimension) {
    return (Slice[]) lows[dimension];
  }

  /** Returns the upper bounds in a string dimension. */
  public Slice[] textHighs(int dimension) {
    return (Slice[]) highs[dimension];
  }

  /**
   * Returns one bounding box for each group of consecutive boxes.
   *
   * @param max the number of boxes in a group; the last group may be smaller
   * @param dimensions the dimensions of the array
   */
  Boxes boundingBoxes(int max, List<Dimension> dimensions) {
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

  /** Returns the minimum of each group of bounds if the sign is 1, or the maximum if it is -1. */
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

  /** Returns the box with this index, counted from 0. */
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
