package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileAggregator;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the tiles of dense fragments that can be aggregated without reading them. All written cells
 * of such a tile are part of the result: they lie within the ranges, are not hidden by a newer
 * fragment, and satisfy the condition. The result contains no other cells of the same grid tile.
 */
final class WholeTiles {
  private final DenseQuery query;
  private final DimensionRanges[] ranges;
  private final Datatype coordinateType;
  private final TileGrid grid;
  private final int dimensions;

  /** Grid index of the current tile, by dimension. */
  private final long[] tile;

  /** Smallest key of the current tile, by dimension. */
  private final long[] first;

  /** Largest key of the current tile, by dimension. */
  private final long[] last;

  /** Smallest written key of the current tile, by dimension. */
  private final long[] low;

  /** Largest written key of the current tile, by dimension. */
  private final long[] high;

  /**
   * Creates a search over the tiles of a read.
   *
   * @param ranges the requested ranges of each dimension, without steps and without repeated
   *     coordinates
   * @param coordinateType the datatype of the dimensions
   */
  WholeTiles(DenseQuery query, DimensionRanges[] ranges, Datatype coordinateType) {
    this.query = query;
    this.ranges = ranges;
    this.coordinateType = coordinateType;
    this.grid = query.grid();
    this.dimensions = grid.dimensions();
    this.tile = new long[dimensions];
    this.first = new long[dimensions];
    this.last = new long[dimensions];
    this.low = new long[dimensions];
    this.high = new long[dimensions];
  }

  /**
   * Aggregates these tiles from their statistics where possible, and marks them so that they are
   * not read.
   */
  void answer(TileAggregator answers, ReadScope scope) {
    Map<Fragment, BitSet> whole = new LinkedHashMap<>();
    for (DenseSource source : query.sources()) {
      BitSet tiles = tiles(source);
      if (!tiles.isEmpty()) {
        whole.put(source.fragment(), tiles);
      }
    }
    answers.takeTiles(whole, scope);
    for (DenseSource source : query.sources()) {
      if (whole.containsKey(source.fragment())) {
        whole.get(source.fragment()).stream().forEach(source::answered);
      }
    }
  }

  private BitSet tiles(DenseSource source) {
    BitSet tiles = new BitSet();
    DenseSource newest =
        query.tree().newestFirst(BoxTree.overlapping(source.low(), source.high())).next();
    boolean hidden = newest != source && newest.contains(source.low(), source.high());
    for (int tile = 0; source.dense() && !hidden && tile < source.fragment().tiles(); tile++) {
      tiles.set(tile, isWhole(source, tile));
    }
    return tiles;
  }

  private boolean isWhole(DenseSource source, int position) {
    TileBox box = source.fragment().box();
    for (int d = 0; d < dimensions; d++) {
      tile[d] = box.tile(d, position);
      first[d] = grid.first(d, tile[d]);
      last[d] = first[d] + grid.extent(d) - 1;
      low[d] = Math.max(first[d], box.low()[d]);
      high[d] = Math.min(last[d], box.high()[d]);
      if (ranges[d].coverage(key(low[d]), key(high[d])) != Coverage.ALL
          || (gapsCount() && hasGaps(d))) {
        return false;
      }
    }
    BoxTree<DenseSource>.Search search = query.tree().newestFirst(BoxTree.overlapping(first, last));
    if (search.next() != source) {
      return false; // a newer fragment has cells in the tile
    }
    if (!Arrays.equals(low, first) || !Arrays.equals(high, last)) {
      for (DenseSource older = search.next(); older != null; older = search.next()) {
        if (older.hasOutside(first, last, low, high)) {
          return false;
        }
      }
    }
    return query.outcome(source, written()) == Coverage.ALL;
  }

  /** Returns whether unwritten cells may be part of the result. */
  private boolean gapsCount() {
    return !query.filter().leavesOutGaps();
  }

  /** Returns whether unwritten coordinates of the current tile are requested in a dimension. */
  private boolean hasGaps(int d) {
    return (low[d] > first[d] && asks(d, first[d], low[d] - 1))
        || (high[d] < last[d] && asks(d, high[d] + 1, last[d]));
  }

  private boolean asks(int d, long from, long to) {
    // A tile may extend beyond the range of its type; keys then wrap around.
    return key(from) > key(to) || ranges[d].coverage(key(from), key(to)) != Coverage.NONE;
  }

  private long key(long gridKey) {
    return CoordinateKeys.ofInteger(coordinateType, grid.coordinate(gridKey));
  }

  private TileRegion written() {
    int[] counts = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      counts[d] = (int) (high[d] - low[d] + 1);
    }
    return new BoxRegion(grid, tile.clone(), low.clone(), counts);
  }
}
