package io.azulejo.internal.read.split;

import io.azulejo.internal.read.dense.DensePlan;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a read of a dense array into boxes of whole tiles: along the slowest dimension of the order
 * of tiles first, so that each part is one stretch of that order, and all of them follow each other
 * in it.
 */
final class DenseSplits {
  private final ArraySchema schema;
  private final ReadRequest request;
  private final NumberAxis[] axes;
  private final int[] slowestFirst;
  private final double bytesPerCell;
  private final double storedPerCell;
  private final List<Split> splits = new ArrayList<>();

  /**
   * Of a read.
   *
   * @param request the request, without labels
   */
  DenseSplits(ArraySchema schema, ReadRequest request, DensePlan plan) {
    this.schema = schema;
    this.request = request;
    List<List<Range>> wanted = plan.wanted();
    axes = new NumberAxis[wanted.size()];
    for (int d = 0; d < axes.length; d++) {
      axes[d] = new NumberAxis(schema.dimensions().get(d), wanted.get(d));
    }
    slowestFirst = slowestFirst(schema.tileOrder(), axes.length);
    bytesPerCell = Math.max(plan.bytesPerCell(), Double.MIN_NORMAL);
    double cells = plan.count().doubleValue();
    double stored =
        plan.describe().storedBytes().values().stream().mapToLong(Long::longValue).sum();
    storedPerCell = cells == 0 ? 0 : stored / cells;
  }

  /** The dimensions in the order in which a layout goes through them, the slowest one first. */
  static int[] slowestFirst(Layout layout, int dimensions) {
    int[] order = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      order[i] = layout == Layout.COL_MAJOR ? dimensions - 1 - i : i;
    }
    return order;
  }

  /** The parts; none where no cell is asked for. */
  List<Split> cut(SplitOptions options) {
    long[] low = new long[axes.length];
    long[] high = new long[axes.length];
    for (int d = 0; d < axes.length; d++) {
      if (axes[d].wanted().isEmpty()) {
        return List.of();
      }
      low[d] = axes[d].low();
      high[d] = axes[d].high();
    }
    Box all = new Box(low, high, new boolean[axes.length]);
    cut(all, SplitSize.target(cells(all) * bytesPerCell, options), options.maximum());
    return splits;
  }

  private double cells(Box box) {
    double cells = 1;
    for (int d = 0; d < axes.length; d++) {
      cells *= axes[d].count(box.low()[d], box.high()[d]);
    }
    return cells;
  }

  private void cut(Box box, double target, int most) {
    double cells = cells(box);
    double parts = Math.min(most, SplitSize.parts(cells * bytesPerCell, target));
    for (int d : slowestFirst) {
      NumberAxis axis = axes[d];
      if (parts > 1 && axis.gridTile(box.low()[d]) != axis.gridTile(box.high()[d])) {
        long at = boundary(axis, box.low()[d], box.high()[d], Math.floor(parts / 2) / parts);
        int first = SplitSize.first(most, cells(box.before(d, at)) / cells);
        cut(box.before(d, at), target, first);
        cut(box.from(d, at), target, most - first);
        return;
      }
    }
    if (cells > 0) {
      box.request(request, schema.dimensions(), axes)
          .ifPresent(
              part ->
                  splits.add(
                      new Split(
                          part,
                          (long) cells,
                          (long) (cells * storedPerCell),
                          (long) (cells * bytesPerCell))));
    }
  }

  /** The first key of a tile such that about some share of the coordinates come before it. */
  private static long boundary(NumberAxis axis, long first, long last, double share) {
    double wanted = share * axis.count(first, last);
    long low = first;
    long high = last;
    while (low < high) { // the first key up to which there are enough
      long middle = low + ((high - low) >>> 1);
      if (axis.count(first, middle) >= wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    long before = axis.firstOfTile(first, low);
    long after = firstOfNext(axis, low, last);
    boolean hasBefore = before > first;
    boolean hasAfter = axis.gridTile(after) != axis.gridTile(low);
    if (hasBefore && hasAfter) {
      double missing = wanted - axis.count(first, before - 1);
      double surplus = axis.count(first, after - 1) - wanted;
      return missing <= surplus ? before : after;
    }
    return hasBefore ? before : after;
  }

  /** The first key that is not in the tile of one; not beyond a last one, if there is one. */
  private static long firstOfNext(NumberAxis axis, long number, long last) {
    long tile = axis.gridTile(number);
    long low = number;
    long high = last;
    while (low < high) {
      long middle = low + ((high - low) >>> 1);
      if (axis.gridTile(middle) == tile) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
