package io.azulejo.internal.read.request;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes and compares the bounding boxes of fragments. */
public final class NonEmptyDomain {
  private NonEmptyDomain() {}

  /** Returns the bounding box of the cells of all fragments; empty if nothing was written. */
  public static Optional<NDRange> of(ArraySchema schema, List<Fragment> fragments) {
    NDRange all = null;
    for (Fragment fragment : fragments) {
      NDRange box = fragment.nonEmptyDomain().orElse(null);
      if (box != null) {
        all = all == null ? box : union(schema, all, box);
      }
    }
    return Optional.ofNullable(all);
  }

  /**
   * Returns whether the fragments are disjoint along some numeric dimension, so that none of them
   * can overwrite cells of another.
   */
  public static boolean areApart(ArraySchema schema, List<Fragment> fragments) {
    if (fragments.size() < 2) {
      return true;
    }
    if (fragments.stream().anyMatch(f -> f.nonEmptyDomain().isEmpty())) {
      return false;
    }
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      if (!dimension.isVar() && areApart(fragments, d, dimension.type())) {
        return true;
      }
    }
    return false;
  }

  private static boolean areApart(List<Fragment> fragments, int d, Datatype type) {
    List<long[]> intervals = new ArrayList<>();
    for (Fragment fragment : fragments) {
      Range range = fragment.nonEmptyDomain().orElseThrow().get(d);
      intervals.add(new long[] {CoordinateKeys.low(type, range), CoordinateKeys.high(type, range)});
    }
    intervals.sort(Comparator.comparingLong(interval -> interval[0]));
    for (int i = 1; i < intervals.size(); i++) {
      if (intervals.get(i)[0] <= intervals.get(i - 1)[1]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether two boxes overlap. */
  public static boolean overlap(ArraySchema schema, NDRange a, NDRange b) {
    for (int d = 0; d < a.size(); d++) {
      if (areApart(schema.dimensions().get(d).type(), a.get(d), b.get(d))) {
        return false;
      }
    }
    return true;
  }

  private static boolean areApart(Datatype type, Range a, Range b) {
    if (a instanceof Range.Strings textA && b instanceof Range.Strings textB) {
      return Arrays.compareUnsigned(textA.high(), textB.low()) < 0
          || Arrays.compareUnsigned(textB.high(), textA.low()) < 0;
    }
    return CoordinateKeys.high(type, a) < CoordinateKeys.low(type, b)
        || CoordinateKeys.high(type, b) < CoordinateKeys.low(type, a);
  }

  /**
   * Returns the smallest key of a box in each dimension; {@link Long#MIN_VALUE} for strings.
   *
   * @param box the box, or null if it is unbounded
   */
  public static long[] lows(List<Dimension> dimensions, @Nullable NDRange box) {
    long[] lows = new long[dimensions.size()];
    for (int d = 0; d < lows.length; d++) {
      boolean known = box != null && !dimensions.get(d).isVar();
      lows[d] = known ? CoordinateKeys.low(dimensions.get(d).type(), box.get(d)) : Long.MIN_VALUE;
    }
    return lows;
  }

  /**
   * Returns the largest key of a box in each dimension; {@link Long#MAX_VALUE} for strings.
   *
   * @param box the box, or null if it is unbounded
   */
  public static long[] highs(List<Dimension> dimensions, @Nullable NDRange box) {
    long[] highs = new long[dimensions.size()];
    for (int d = 0; d < highs.length; d++) {
      boolean known = box != null && !dimensions.get(d).isVar();
      highs[d] = known ? CoordinateKeys.high(dimensions.get(d).type(), box.get(d)) : Long.MAX_VALUE;
    }
    return highs;
  }

  /** Compares the lower bounds of two boxes in the first dimension. */
  public static int compareLows(ArraySchema schema, NDRange a, NDRange b) {
    if (a.get(0) instanceof Range.Strings textA && b.get(0) instanceof Range.Strings textB) {
      return Arrays.compareUnsigned(textA.low(), textB.low());
    }
    Datatype type = schema.dimensions().get(0).type();
    return Long.compare(CoordinateKeys.low(type, a.get(0)), CoordinateKeys.low(type, b.get(0)));
  }

  /** Returns whether box {@code a} ends before box {@code b} begins in the first dimension. */
  public static boolean isBefore(ArraySchema schema, NDRange a, NDRange b) {
    if (a.get(0) instanceof Range.Strings textA && b.get(0) instanceof Range.Strings textB) {
      return Arrays.compareUnsigned(textA.high(), textB.low()) < 0;
    }
    Datatype type = schema.dimensions().get(0).type();
    return CoordinateKeys.high(type, a.get(0)) < CoordinateKeys.low(type, b.get(0));
  }

  /** Returns the intersection of two overlapping boxes. */
  public static NDRange common(ArraySchema schema, NDRange a, NDRange b) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < a.size(); d++) {
      ranges.add(common(schema.dimensions().get(d).type(), a.get(d), b.get(d)));
    }
    return new NDRange(ranges);
  }

  private static Range common(Datatype type, Range a, Range b) {
    if (a instanceof Range.Strings textA && b instanceof Range.Strings textB) {
      return Range.of(
          Arrays.compareUnsigned(textA.low(), textB.low()) >= 0 ? textA.low() : textB.low(),
          Arrays.compareUnsigned(textA.high(), textB.high()) <= 0 ? textA.high() : textB.high());
    }
    if (a instanceof Range.Doubles rangeA && b instanceof Range.Doubles rangeB) {
      return Range.of(Math.max(rangeA.low(), rangeB.low()), Math.min(rangeA.high(), rangeB.high()));
    }
    long low = Math.max(CoordinateKeys.low(type, a), CoordinateKeys.low(type, b));
    long high = Math.min(CoordinateKeys.high(type, a), CoordinateKeys.high(type, b));
    return Range.of(CoordinateKeys.toInteger(type, low), CoordinateKeys.toInteger(type, high));
  }

  /** Returns the bounding box of two boxes. */
  public static NDRange union(ArraySchema schema, NDRange a, NDRange b) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < a.size(); d++) {
      ranges.add(union(schema.dimensions().get(d).type(), a.get(d), b.get(d)));
    }
    return new NDRange(ranges);
  }

  private static Range union(Datatype type, Range a, Range b) {
    if (a instanceof Range.Strings textA && b instanceof Range.Strings textB) {
      return Range.of(
          Arrays.compareUnsigned(textA.low(), textB.low()) <= 0 ? textA.low() : textB.low(),
          Arrays.compareUnsigned(textA.high(), textB.high()) >= 0 ? textA.high() : textB.high());
    }
    long low = Math.min(CoordinateKeys.low(type, a), CoordinateKeys.low(type, b));
    long high = Math.max(CoordinateKeys.high(type, a), CoordinateKeys.high(type, b));
    if (type.isFloatingPoint()) {
      Range.Doubles rangeA = (Range.Doubles) a;
      Range.Doubles rangeB = (Range.Doubles) b;
      return Range.of(Math.min(rangeA.low(), rangeB.low()), Math.max(rangeA.high(), rangeB.high()));
    }
    return Range.of(CoordinateKeys.toInteger(type, low), CoordinateKeys.toInteger(type, high));
  }
}
