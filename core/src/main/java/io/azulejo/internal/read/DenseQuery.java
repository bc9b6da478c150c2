package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * What a dense read wants.
 *
 * @param grid the tiles of the array
 * @param axes the coordinates that are asked for, by dimension
 * @param coordinateType the type of coordinates
 * @param layout row-major, column-major or global
 * @param fields the columns of the answer
 * @param sources the fragments, the oldest first
 */
record DenseQuery(
    TileGrid grid,
    List<DenseAxis> axes,
    Datatype coordinateType,
    Layout layout,
    List<OutputField> fields,
    List<DenseSource> sources) {

  /**
   * A box of positions on the axes.
   *
   * @param from the first position, by dimension
   * @param until the position after the last one, by dimension
   */
  record Box(long[] from, long[] until) {
    /** The number of cells; {@link Long#MAX_VALUE} where it does not fit. */
    long cells() {
      long cells = 1;
      for (int d = 0; d < from.length; d++) {
        long count = until[d] - from[d];
        if (Math.multiplyHigh(cells, count) != 0 || cells * count < 0) {
          return Long.MAX_VALUE;
        }
        cells *= count;
      }
      return cells;
    }
  }

  /** All that is asked for. */
  Box everything() {
    long[] until = axes.stream().mapToLong(DenseAxis::count).toArray();
    return new Box(new long[until.length], until);
  }

  /** The dimensions in the order of a layout, the slowest first. */
  int[] slowestFirst(Layout order) {
    int count = axes.size();
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = order == Layout.COL_MAJOR ? count - 1 - i : i;
    }
    return all;
  }

  /**
   * The regions of a box, tile by tile in tile order, with their places in a batch that holds the
   * box in the order of the layout.
   */
  List<Region> regions(Box box) {
    int count = axes.size();
    List<List<DenseAxis.Segment>> segments = new ArrayList<>();
    int regions = 1;
    for (int d = 0; d < count; d++) {
      segments.add(axes.get(d).segments(box.from()[d], box.until()[d]));
      regions = Math.multiplyExact(regions, segments.get(d).size());
    }
    boolean global = layout == Layout.GLOBAL_ORDER;
    int[] order = slowestFirst(global ? grid.tileOrder() : layout);
    int[] batchStrides = strides(layout, box);
    List<Region> found = new ArrayList<>(regions);
    int[] at = new int[count];
    int cells = 0;
    while (true) {
      long[] tile = new long[count];
      long[] low = new long[count];
      int[] counts = new int[count];
      long place = 0;
      for (int d = 0; d < count; d++) {
        DenseAxis.Segment segment = segments.get(d).get(at[d]);
        tile[d] = segment.tile();
        low[d] = segment.low();
        counts[d] = segment.count();
        place += (segment.position() - box.from()[d]) * batchStrides[d];
      }
      Region region =
          global
              ? new Region(tile, low, counts, cells, strides(grid.cellOrder(), counts))
              : new Region(tile, low, counts, (int) place, batchStrides);
      found.add(region);
      cells += region.cells();
      int i = count - 1;
      for (; i >= 0; i--) {
        int d = order[i];
        if (++at[d] < segments.get(d).size()) {
          break;
        }
        at[d] = 0;
      }
      if (i < 0) {
        return found;
      }
    }
  }

  private int[] strides(Layout order, Box box) {
    int[] counts = new int[axes.size()];
    for (int d = 0; d < counts.length; d++) {
      counts[d] = (int) (box.until()[d] - box.from()[d]);
    }
    return strides(order, counts);
  }

  private int[] strides(Layout order, int[] counts) {
    int[] slowestFirst = slowestFirst(order);
    int[] strides = new int[counts.length];
    int stride = 1;
    for (int i = counts.length - 1; i >= 0; i--) {
      strides[slowestFirst[i]] = stride;
      stride *= counts[slowestFirst[i]];
    }
    return strides;
  }

  /** Halves a box along what decides first in the order of the answer; null if it is one cell. */
  Box[] halve(Box box) {
    if (layout == Layout.GLOBAL_ORDER) {
      for (int d : slowestFirst(grid.tileOrder())) {
        DenseAxis axis = axes.get(d);
        if (axis.tile(box.from()[d]) != axis.tile(box.until()[d] - 1)) {
          return cut(box, d, axis.cut(box.from()[d], box.until()[d]));
        }
      }
    }
    for (int d : slowestFirst(layout == Layout.GLOBAL_ORDER ? grid.cellOrder() : layout)) {
      if (box.until()[d] - box.from()[d] > 1) {
        return cut(box, d, axes.get(d).cut(box.from()[d], box.until()[d]));
      }
    }
    return null;
  }

  private static Box[] cut(Box box, int d, long position) {
    long[] until = box.until().clone();
    until[d] = position;
    long[] from = box.from().clone();
    from[d] = position;
    return new Box[] {new Box(box.from(), until), new Box(from, box.until())};
  }
}
