package io.azulejo.internal.read.split;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.dense.DensePlan;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits a read of a dense array into boxes of whole tiles. Cuts the slowest dimension of the tile
 * order first, so that each part is one contiguous stretch of that order and the parts follow each
 * other. If the read leaves out cells that no fragment contains, sizes count only written cells,
 * and parts without written cells are omitted.
 */
final class DenseSplits {
  private final ArraySchema schema;
  private final ReadRequest request;
  private final DensePlan plan;
  private final NumberAxis[] axes;
  private final int[] slowestFirst;
  private final double bytesPerCell;
  private final List<Split> splits = new ArrayList<>();

  /** Stored bytes of the read per written cell. */
  private double storedPerCell;

  /**
   * A box that contains written cells.
   *
   * @param density the estimated number of written cells per coordinate, at most 1
   */
  private record Written(Box box, double density) {}

  /**
   * Creates a splitter for a read.
   *
   * @param request the request, without labels
   */
  DenseSplits(ArraySchema schema, ReadRequest request, DensePlan plan) {
    this.schema = schema;
    this.request = request;
    this.plan = plan;
    List<List<Range>> wanted = plan.wanted();
    axes = new NumberAxis[wanted.size()];
    for (int d = 0; d < axes.length; d++) {
      axes[d] = new NumberAxis(schema.dimensions().get(d), wanted.get(d));
    }
    slowestFirst = CellKeys.slowestFirst(schema.tileOrder(), axes.length);
    bytesPerCell = Math.max(plan.bytesPerCell(), Double.MIN_NORMAL);
  }

  /** Returns the parts in tile order. Empty if the request selects no cells. */
  List<Split> cut(SplitOptions options) {
    long storedBytes = plan.describe().allStoredBytes();
    long[] low = new long[axes.length];
    long[] high = new long[axes.length];
    for (int d = 0; d < axes.length; d++) {
      if (axes[d].wanted().isEmpty()) {
        return List.of();
      }
      low[d] = axes[d].low();
      high[d] = axes[d].high();
    }
    Box all = box(low, high);
    List<Written> written =
        within(all, plan.leavesOutGaps() ? written() : List.of(new Written(all, 1)));
    if (!written.isEmpty()) {
      storedPerCell = storedBytes / sum(all, written);
      double bytes = cells(all, written) * bytesPerCell;
      cut(all, written, SplitSize.target(bytes, options), options.maximum());
    }
    return splits;
  }

  private static Box box(long[] low, long[] high) {
    return new Box(low, high, new boolean[low.length]);
  }

  /**
   * Returns the non-empty domains of the fragments as boxes. Fragments with equal domains share one
   * box.
   */
  private List<Written> written() {
    Map<NDRange, Double> cells = new LinkedHashMap<>();
    for (Fragment fragment : plan.touching()) {
      cells.merge(
          fragment.nonEmptyDomain().orElseThrow(), (double) fragment.writtenCells(), Double::sum);
    }
    List<Written> written = new ArrayList<>();
    cells.forEach((range, count) -> written.add(written(range, count)));
    return written;
  }

  private Written written(NDRange range, double cells) {
    long[] low = new long[axes.length];
    long[] high = new long[axes.length];
    double coordinates = 1;
    for (int d = 0; d < axes.length; d++) {
      Datatype type = schema.dimensions().get(d).type();
      low[d] = CoordinateKeys.low(type, range.get(d));
      high[d] = CoordinateKeys.high(type, range.get(d));
      coordinates *= (double) (high[d] - low[d]) + 1;
    }
    return new Written(box(low, high), Math.min(1, cells / coordinates));
  }

  /** Clips written boxes to a box, and drops those that contain no requested coordinate. */
  private List<Written> within(Box box, List<Written> written) {
    return written.stream()
        .map(one -> new Written(one.box.common(box), one.density))
        .filter(one -> count(one.box) > 0)
        .toList();
  }

  /**
   * Returns the number of requested coordinates in a box. Coordinates in several ranges count once
   * per range.
   */
  private double count(Box box) {
    double count = 1;
    for (int d = 0; d < axes.length; d++) {
      count *= axes[d].count(box.low()[d], box.high()[d]);
    }
    return count;
  }

  /**
   * Returns the estimated number of written cells in a box. Cells in several fragments count once
   * per fragment.
   */
  private double sum(Box box, List<Written> written) {
    return written.stream().mapToDouble(one -> one.density * count(one.box.common(box))).sum();
  }

  /**
   * Returns the estimated number of written cells in a box. The estimate is too high if fragments
   * overlap.
   */
  private double cells(Box box, List<Written> written) {
    return Math.min(count(box), sum(box, written));
  }

  private void cut(Box around, List<Written> candidates, double target, int most) {
    List<Written> written = within(around, candidates);
    if (written.isEmpty()) {
      return;
    }
    Box box = around.common(hull(written));
    double cells = cells(box, written);
    double parts = Math.min(most, SplitSize.parts(cells * bytesPerCell, target));
    for (int d : slowestFirst) {
      NumberAxis axis = axes[d];
      if (parts > 1 && axis.gridTile(box.low()[d]) != axis.gridTile(box.high()[d])) {
        long at = boundary(box, written, d, cells * Math.floor(parts / 2) / parts);
        Box before = box.before(d, at);
        int first = SplitSize.first(most, cells(before, written) / cells);
        cut(before, written, target, first);
        cut(box.from(d, at), written, target, most - first);
        return;
      }
    }
    double stored = sum(box, written) * storedPerCell;
    box.request(request, schema.dimensions(), axes)
        .ifPresent(
            part ->
                splits.add(
                    Split.of(
                        part, Math.round(cells), (long) stored, (long) (cells * bytesPerCell))));
  }

  /** Returns the smallest box that contains all written boxes. */
  private static Box hull(List<Written> written) {
    Box hull = written.get(0).box;
    for (Written one : written) {
      hull = hull.union(one.box);
    }
    return hull;
  }

  /**
   * Returns the first key of a tile to cut at, such that about {@code wanted} cells come before it.
   */
  private long boundary(Box box, List<Written> written, int d, double wanted) {
    NumberAxis axis = axes[d];
    long first = box.low()[d];
    long last = box.high()[d];
    CellsBefore cells = new CellsBefore(box, written, d);
    // The first key up to which there are enough cells.
    long low = SplitAxis.first(first, last, key -> cells.upTo(key) >= wanted);
    long before = axis.firstOfTile(first, low);
    long tile = axis.gridTile(low);
    long after = SplitAxis.first(low, last, key -> axis.gridTile(key) != tile);
    boolean hasBefore = before > first;
    boolean hasAfter = axis.gridTile(after) != tile;
    if (hasBefore && hasAfter) {
      double missing = wanted - cells.upTo(before - 1);
      double surplus = cells.upTo(after - 1) - wanted;
      return missing <= surplus ? before : after;
    }
    return hasBefore ? before : after;
  }

  /** Estimates how many cells of a box have keys up to a given key of one dimension. */
  private final class CellsBefore {
    private final int dimension;
    private final Box box;
    private final List<Written> written;

    /** Requested coordinates of the box per coordinate of the dimension. */
    private final double across;

    /** Estimated written cells of each written box per coordinate of the dimension. */
    private final double[] each;

    CellsBefore(Box box, List<Written> written, int dimension) {
      this.dimension = dimension;
      this.box = box;
      this.written = written;
      across = across(box);
      each = written.stream().mapToDouble(one -> one.density * across(one.box)).toArray();
    }

    private double across(Box other) {
      return count(other) / axes[dimension].count(other.low()[dimension], other.high()[dimension]);
    }

    /**
     * Returns the estimated number of cells up to a key, inclusive. The estimate never decreases as
     * the key grows.
     */
    double upTo(long key) {
      double sum = 0;
      for (int i = 0; i < each.length; i++) {
        sum += each[i] * until(written.get(i).box, key);
      }
      return Math.min(across * until(box, key), sum);
    }

    private double until(Box other, long key) {
      return axes[dimension].count(other.low()[dimension], Math.min(key, other.high()[dimension]));
    }
  }
}
