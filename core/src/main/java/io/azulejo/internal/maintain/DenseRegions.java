package io.azulejo.internal.maintain;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An immutable set of cells of a dense array, stored as disjoint boxes. The boxes use coordinate
 * keys, which are integers in signed order.
 */
public final class DenseRegions {
  private final Datatype type;
  private final List<Box> boxes;

  /** A box of cells. Its bounds are coordinate keys per dimension, and inclusive. */
  private record Box(long[] low, long[] high) {
    boolean contains(Box other) {
      for (int d = 0; d < low.length; d++) {
        if (other.low[d] < low[d] || other.high[d] > high[d]) {
          return false;
        }
      }
      return true;
    }

    boolean touches(Box other) {
      for (int d = 0; d < low.length; d++) {
        if (other.high[d] < low[d] || other.low[d] > high[d]) {
          return false;
        }
      }
      return true;
    }

    Box with(int d, long newLow, long newHigh) {
      long[] lows = low.clone();
      long[] highs = high.clone();
      lows[d] = newLow;
      highs[d] = newHigh;
      return new Box(lows, highs);
    }

    BigInteger cells() {
      BigInteger cells = BigInteger.ONE;
      for (int d = 0; d < low.length; d++) {
        cells =
            cells.multiply(
                BigInteger.valueOf(high[d])
                    .subtract(BigInteger.valueOf(low[d]))
                    .add(BigInteger.ONE));
      }
      return cells;
    }
  }

  private DenseRegions(Datatype type, List<Box> boxes) {
    this.type = type;
    this.boxes = boxes;
  }

  /** Returns all cells in the non-empty domains of the given fragments. */
  public static DenseRegions of(ArraySchema schema, List<Fragment> fragments) {
    Datatype type = schema.dimensions().get(0).type();
    DenseRegions regions = new DenseRegions(type, new ArrayList<>());
    for (Fragment fragment : fragments) {
      fragment.nonEmptyDomain().ifPresent(box -> regions.add(regions.box(box)));
    }
    regions.join();
    return regions;
  }

  /** Returns the union with another set of cells. Both arrays must have the same dimensions. */
  public DenseRegions with(DenseRegions others) {
    DenseRegions all = new DenseRegions(type, new ArrayList<>(boxes));
    others.boxes.forEach(all::add);
    all.join();
    return all;
  }

  /** Returns the intersection of these regions and a box. */
  public DenseRegions within(NDRange limits) {
    Box limit = box(limits);
    List<Box> cut = new ArrayList<>();
    for (Box box : boxes) {
      if (limit.touches(box)) {
        long[] low = box.low.clone();
        long[] high = box.high.clone();
        for (int d = 0; d < low.length; d++) {
          low[d] = Math.max(low[d], limit.low[d]);
          high[d] = Math.min(high[d], limit.high[d]);
        }
        cut.add(new Box(low, high));
      }
    }
    return new DenseRegions(type, cut);
  }

  /** Returns the disjoint boxes that make up the set. */
  public List<NDRange> ranges() {
    List<NDRange> all = new ArrayList<>();
    for (Box box : boxes) {
      List<Range> ranges = new ArrayList<>();
      for (int d = 0; d < box.low.length; d++) {
        ranges.add(
            Range.of(
                CoordinateKeys.toInteger(type, box.low[d]),
                CoordinateKeys.toInteger(type, box.high[d])));
      }
      all.add(new NDRange(ranges));
    }
    return all;
  }

  /** Returns the number of cells, or {@link Long#MAX_VALUE} if it exceeds a long. */
  public long cells() {
    BigInteger cells = boxes.stream().map(Box::cells).reduce(BigInteger.ZERO, BigInteger::add);
    return cells.bitLength() < Long.SIZE ? cells.longValue() : Long.MAX_VALUE;
  }

  private Box box(NDRange ranges) {
    long[] low = new long[ranges.size()];
    long[] high = new long[ranges.size()];
    for (int d = 0; d < low.length; d++) {
      low[d] = CoordinateKeys.low(type, ranges.get(d));
      high[d] = CoordinateKeys.high(type, ranges.get(d));
    }
    return new Box(low, high);
  }

  /** Adds a box to the set and keeps all boxes disjoint. */
  private void add(Box added) {
    List<Box> parts = List.of(added);
    boxes.removeIf(added::contains);
    for (Box box : boxes) {
      if (parts.stream().anyMatch(box::touches)) {
        List<Box> rest = new ArrayList<>();
        parts.forEach(part -> subtract(part, box, rest));
        parts = rest;
      }
    }
    boxes.addAll(parts);
  }

  private static void subtract(Box from, Box box, List<Box> rest) {
    if (!from.touches(box)) {
      rest.add(from);
      return;
    }
    Box left = from;
    for (int d = 0; d < from.low.length; d++) {
      if (left.low[d] < box.low[d]) {
        rest.add(left.with(d, left.low[d], box.low[d] - 1));
        left = left.with(d, box.low[d], left.high[d]);
      }
      if (left.high[d] > box.high[d]) {
        rest.add(left.with(d, box.high[d] + 1, left.high[d]));
        left = left.with(d, left.low[d], box.high[d]);
      }
    }
  }

  /** Merges adjacent boxes whose union is a box, dimension by dimension. */
  private void join() {
    int dimensions = boxes.isEmpty() ? 0 : boxes.get(0).low.length;
    int before;
    do {
      before = boxes.size();
      for (int d = dimensions - 1; d >= 0; d--) {
        join(d);
      }
    } while (boxes.size() < before);
  }

  private void join(int d) {
    boxes.sort((a, b) -> compare(a, b, d));
    List<Box> joined = new ArrayList<>();
    for (Box box : boxes) {
      Box last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      boolean next =
          last != null
              && last.high[d] != Long.MAX_VALUE
              && last.high[d] + 1 == box.low[d]
              && Arrays.equals(last.low, box.with(d, last.low[d], 0).low)
              && Arrays.equals(last.high, box.with(d, 0, last.high[d]).high);
      if (next) {
        joined.set(joined.size() - 1, last.with(d, last.low[d], box.high[d]));
      } else {
        joined.add(box);
      }
    }
    boxes.clear();
    boxes.addAll(joined);
  }

  /**
   * Compares boxes for a sort that places boxes next to each other if they differ only along
   * dimension {@code d}, in ascending order along that dimension.
   */
  private static int compare(Box a, Box b, int d) {
    for (int i = 0; i < a.low.length; i++) {
      if (i != d) {
        int order = Long.compare(a.low[i], b.low[i]);
        order = order != 0 ? order : Long.compare(a.high[i], b.high[i]);
        if (order != 0) {
          return order;
        }
      }
    }
    return Long.compare(a.low[d], b.low[d]);
  }
}
