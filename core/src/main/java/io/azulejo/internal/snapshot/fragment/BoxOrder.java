package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;

/**
 * Compares the bounds of boxes, dimension by dimension. Numbers compare by their type, strings by
 * their unsigned bytes.
 */
public final class BoxOrder {
  private final List<Dimension> dimensions;
  private final boolean textHighs;

  /**
   * Creates a comparison of boxes with the given dimensions.
   *
   * @param textHighs whether upper bounds of string dimensions are reliable; if not, they are not
   *     compared
   */
  public BoxOrder(List<Dimension> dimensions, boolean textHighs) {
    this.dimensions = dimensions;
    this.textHighs = textHighs;
  }

  private boolean comparesHighs(int d) {
    return textHighs || !dimensions.get(d).isVar();
  }

  /**
   * Returns the first dimension in which a box is not a valid range: its lower bound is above its
   * upper bound, or a bound is NaN. Returns -1 if the box is valid.
   */
  int reversed(Boxes boxes, int index) {
    for (int d = 0; d < dimensions.size(); d++) {
      if (comparesHighs(d) && !(compare(low(boxes, index, d), high(boxes, index, d), d) <= 0)) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Returns the first dimension in which the outer box does not contain the inner box, or -1 if it
   * contains it in all dimensions.
   */
  int outside(Boxes outer, int outerIndex, Boxes inner, int innerIndex) {
    for (int d = 0; d < dimensions.size(); d++) {
      if (compare(low(outer, outerIndex, d), low(inner, innerIndex, d), d) > 0
          || (comparesHighs(d)
              && compare(high(outer, outerIndex, d), high(inner, innerIndex, d), d) < 0)) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Compares a box with the bounding box of several inner boxes, all of which it contains. Returns
   * the first dimension in which the box is larger, or -1 if the two are equal.
   *
   * @param first the index of the first inner box
   * @param end the index after the last inner box
   */
  public int oversized(Boxes outer, int outerIndex, Boxes inner, int first, int end) {
    for (int d = 0; d < dimensions.size(); d++) {
      boolean low = false;
      boolean high = !comparesHighs(d);
      for (int i = first; i < end && !(low && high); i++) {
        low = low || compare(low(outer, outerIndex, d), low(inner, i, d), d) == 0;
        high = high || compare(high(outer, outerIndex, d), high(inner, i, d), d) == 0;
      }
      if (!low || !high) {
        return d;
      }
    }
    return -1;
  }

  /** Returns whether two boxes are certain not to overlap. */
  public boolean areApart(NDRange a, NDRange b) {
    Boxes first = of(a);
    Boxes second = of(b);
    for (int d = 0; d < dimensions.size(); d++) {
      if (comparesHighs(d)
          && (compare(high(first, 0, d), low(second, 0, d), d) < 0
              || compare(high(second, 0, d), low(first, 0, d), d) < 0)) {
        return true;
      }
    }
    return false;
  }

  private Object low(Boxes boxes, int index, int d) {
    Dimension dimension = dimensions.get(d);
    return dimension.isVar()
        ? boxes.textLows(d)[index]
        : dimension.type().isFloatingPoint()
            ? (Object) boxes.doubleLows(d)[index]
            : (Object) boxes.longLows(d)[index];
  }

  private Object high(Boxes boxes, int index, int d) {
    Dimension dimension = dimensions.get(d);
    return dimension.isVar()
        ? boxes.textHighs(d)[index]
        : dimension.type().isFloatingPoint()
            ? (Object) boxes.doubleHighs(d)[index]
            : (Object) boxes.longHighs(d)[index];
  }

  private int compare(Object a, Object b, int d) {
    if (a instanceof Slice text) {
      return text.compareTo((Slice) b);
    }
    if (a instanceof Double value) {
      double first = value;
      double second = (Double) b;
      return first < second ? -1 : first > second ? 1 : first == second ? 0 : 2;
    }
    return dimensions.get(d).type() == Datatype.UINT64
        ? Long.compareUnsigned((Long) a, (Long) b)
        : Long.compare((Long) a, (Long) b);
  }

  /**
   * Returns whether a box extends beyond a range of numbers in one dimension.
   *
   * @param range the range, which must not be a range of strings
   * @param box a single box
   */
  boolean isOutside(Range range, Boxes box, int d) {
    Object min =
        range instanceof Range.Longs integers
            ? integers.low()
            : (Object) floatingPoint(range).low();
    Object max =
        range instanceof Range.Longs integers
            ? integers.high()
            : (Object) floatingPoint(range).high();
    return compare(min, low(box, 0, d), d) > 0 || compare(max, high(box, 0, d), d) < 0;
  }

  private static Range.Doubles floatingPoint(Range range) {
    return (Range.Doubles) range;
  }

  /** Converts a range per dimension to a single box. */
  Boxes of(NDRange box) {
    Object[] lows = new Object[dimensions.size()];
    Object[] highs = new Object[dimensions.size()];
    for (int d = 0; d < lows.length; d++) {
      if (box.get(d) instanceof Range.Longs integers) {
        lows[d] = new long[] {integers.low()};
        highs[d] = new long[] {integers.high()};
      } else if (box.get(d) instanceof Range.Doubles numbers) {
        lows[d] = new double[] {numbers.low()};
        highs[d] = new double[] {numbers.high()};
      } else {
        Range.Strings text = (Range.Strings) box.get(d);
        lows[d] = new Slice[] {Slice.of(text.low())};
        highs[d] = new Slice[] {Slice.of(text.high())};
      }
    }
    return new Boxes(1, lows, highs);
  }

  /** Returns the bounds of a box in one dimension, formatted for messages. */
  public String text(Boxes boxes, int index, int d) {
    return "%s to %s".formatted(shown(low(boxes, index, d)), shown(high(boxes, index, d)));
  }

  private static String shown(Object bound) {
    return bound instanceof Slice text
        ? '"' + LosslessUtf8.decode(text.toBytes()) + '"'
        : bound.toString();
  }
}
