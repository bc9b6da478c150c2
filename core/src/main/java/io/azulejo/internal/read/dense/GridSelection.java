package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Selects the cells in the cross product of the selected coordinates of all dimensions.
 *
 * @param grid the tile grid of the array
 * @param axes the selected coordinates of each dimension
 * @param layout row-major, column-major, global or unordered; unordered cells are returned box by
 *     box along the tiles, and row-major within a box
 */
record GridSelection(TileGrid grid, List<DenseAxis> axes, Layout layout) implements DenseSelection {
  @Override
  public Box everything() {
    long[] until = new long[axes.size()];
    for (int d = 0; d < until.length; d++) {
      until[d] = axes.get(d).count();
    }
    return new Box(new long[until.length], until);
  }

  @Override
  public List<TileRegion> regions(Box box, Box frame) {
    List<List<DenseAxis.Segment>> segments = segments(box);
    // In global order, no tile has several regions, because there is one range for each dimension.
    RegionMerge merge = layout == Layout.GLOBAL_ORDER ? null : RegionMerge.of(segments);
    List<TileRegion> found = new ArrayList<>();
    all(
        segments,
        frame,
        (region, at) -> {
          if (merge == null) {
            return found.add(region);
          }
          merge.add(region, at);
          return true;
        });
    return merge == null ? found : merge.regions();
  }

  @Override
  public boolean all(Box box, Predicate<TileRegion> test) {
    return all(segments(box), box, (region, at) -> test.test(region));
  }

  private List<List<DenseAxis.Segment>> segments(Box box) {
    List<List<DenseAxis.Segment>> segments = new ArrayList<>();
    for (int d = 0; d < axes.size(); d++) {
      segments.add(axes.get(d).segments(box.from()[d], box.until()[d]));
    }
    return segments;
  }

  /**
   * Passes the regions of a box to a test until it fails, in the order of the result. Each region
   * combines one segment of each dimension; the test also receives the indexes of the segments.
   */
  private boolean all(
      List<List<DenseAxis.Segment>> segments, Box frame, BiPredicate<BoxRegion, int[]> test) {
    int count = axes.size();
    boolean global = layout == Layout.GLOBAL_ORDER;
    int[] order = CellKeys.slowestFirst(global ? grid.tileOrder() : layout, count);
    int[] frameCounts = new int[count];
    for (int d = 0; d < count; d++) {
      frameCounts[d] = (int) (frame.until()[d] - frame.from()[d]);
    }
    int[] placeStrides = TileRegion.strides(layout, frameCounts);
    int[] at = new int[count];
    int cells = 0;
    while (true) {
      long[] tile = new long[count];
      long[] low = new long[count];
      int[] counts = new int[count];
      int[] steps = new int[count];
      long place = 0;
      for (int d = 0; d < count; d++) {
        DenseAxis.Segment segment = segments.get(d).get(at[d]);
        tile[d] = segment.tile();
        low[d] = segment.low();
        counts[d] = segment.count();
        steps[d] = segment.step();
        place += (segment.position() - frame.from()[d]) * placeStrides[d];
      }
      BoxRegion region =
          global
              ? new BoxRegion(
                  grid,
                  tile,
                  low,
                  counts,
                  steps,
                  cells,
                  TileRegion.strides(grid.cellOrder(), counts))
              : new BoxRegion(grid, tile, low, counts, steps, (int) place, placeStrides);
      if (!test.test(region, at)) {
        return false;
      }
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
        return true;
      }
    }
  }

  @Override
  public boolean touches(Box box, long[] low, long[] high) {
    for (int d = 0; d < axes.size(); d++) {
      if (!axes.get(d).touches(box.from()[d], box.until()[d], low[d], high[d])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean listsCells() {
    return layout != Layout.GLOBAL_ORDER && axes.stream().anyMatch(DenseAxis::hasSeveralRanges);
  }

  @Override
  public long regionCount(Box box) {
    long count = 1;
    for (int d = 0; d < axes.size(); d++) {
      long segments = axes.get(d).maxSegments(box.from()[d], box.until()[d]);
      count = Math.multiplyHigh(count, segments) == 0 ? count * segments : Long.MAX_VALUE;
    }
    return count < 0 ? Long.MAX_VALUE : count;
  }

  @Override
  public Optional<NDRange> range(Box box) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < axes.size(); d++) {
      DenseAxis axis = axes.get(d);
      if (!axis.isOneRange(box.from()[d], box.until()[d])) {
        return Optional.empty();
      }
      long low = axis.coordinate(box.from()[d]);
      long high = axis.coordinate(box.until()[d] - 1);
      ranges.add(Range.of(grid.coordinate(low), grid.coordinate(high)));
    }
    return Optional.of(new NDRange(ranges));
  }

  @Override
  public Box[] halve(Box box) {
    if (layout == Layout.GLOBAL_ORDER || layout == Layout.UNORDERED) {
      Box[] halves = halveByTiles(box);
      if (halves != null) {
        return halves;
      }
    }
    Layout order = layout == Layout.GLOBAL_ORDER ? grid.cellOrder() : layout;
    for (int d : CellKeys.slowestFirst(order, axes.size())) {
      if (box.until()[d] - box.from()[d] > 1) {
        return cut(box, d, axes.get(d).cut(box.from()[d], box.until()[d]));
      }
    }
    return null;
  }

  @Override
  public Box[] halveByTiles(Box box) {
    for (int d : CellKeys.slowestFirst(grid.tileOrder(), axes.size())) {
      DenseAxis axis = axes.get(d);
      if (axis.tile(box.from()[d]) != axis.tile(box.until()[d] - 1)) {
        return cut(box, d, axis.cut(box.from()[d], box.until()[d]));
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
