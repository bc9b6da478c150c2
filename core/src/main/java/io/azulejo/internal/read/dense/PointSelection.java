package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Selects individual cells of a dense array in the order of a layout. Duplicate cells are returned
 * once.
 */
final class PointSelection implements DenseSelection {
  private final TileGrid grid;
  private final long[][] keys;
  private final int count;

  /**
   * Creates a selection.
   *
   * @param keys the coordinates of the cells by dimension, as grid keys; not modified
   * @param layout row-major, column-major or global
   */
  PointSelection(TileGrid grid, long[][] keys, Layout layout) {
    this.grid = grid;
    boolean global = layout == Layout.GLOBAL_ORDER;
    List<long[]> order = new ArrayList<>();
    for (int d : CellKeys.slowestFirst(global ? grid.tileOrder() : layout, grid.dimensions())) {
      order.add(global ? tiles(d, keys[d]) : keys[d]);
    }
    if (global) {
      for (int d : CellKeys.slowestFirst(grid.cellOrder(), grid.dimensions())) {
        order.add(keys[d]);
      }
    }
    int[] sorted = RadixSort.sort(order, keys[0].length);
    this.keys = new long[keys.length][];
    for (int d = 0; d < keys.length; d++) {
      this.keys[d] = RadixSort.take(keys[d], sorted);
    }
    this.count = dropRepeated();
  }

  /**
   * Returns the tile indexes of keys. The indexes are unsigned; the result maps them to signed
   * numbers in the same order.
   */
  private long[] tiles(int d, long[] of) {
    long[] tiles = new long[of.length];
    for (int i = 0; i < tiles.length; i++) {
      tiles[i] = grid.tile(d, of[i]) ^ Long.MIN_VALUE;
    }
    return tiles;
  }

  private int dropRepeated() {
    int kept = 0;
    for (int i = 0; i < keys[0].length; i++) {
      boolean repeated = kept > 0;
      for (int d = 0; d < keys.length && repeated; d++) {
        repeated = keys[d][i] == keys[d][kept - 1];
      }
      if (!repeated) {
        for (long[] of : keys) {
          of[kept] = of[i];
        }
        kept++;
      }
    }
    return kept;
  }

  @Override
  public Box everything() {
    return new Box(new long[] {0}, new long[] {count});
  }

  @Override
  public boolean touches(Box box, long[] low, long[] high) {
    for (int i = (int) box.from()[0]; i < box.until()[0]; i++) {
      boolean within = true;
      for (int d = 0; d < keys.length && within; d++) {
        within = keys[d][i] >= low[d] && keys[d][i] <= high[d];
      }
      if (within) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Box[] halve(Box box) {
    long from = box.from()[0];
    long until = box.until()[0];
    long[] middle = {from + (until - from) / 2};
    return until - from < 2
        ? null
        : new Box[] {new Box(box.from(), middle), new Box(middle, box.until())};
  }

  @Override
  public boolean all(Box box, Predicate<TileRegion> test) {
    int[] ones = new int[keys.length];
    Arrays.fill(ones, 1);
    for (int i = (int) box.from()[0]; i < box.until()[0]; i++) {
      long[] cell = new long[keys.length];
      long[] tile = new long[keys.length];
      for (int d = 0; d < keys.length; d++) {
        cell[d] = keys[d][i];
        tile[d] = grid.tile(d, cell[d]);
      }
      if (!test.test(new BoxRegion(grid, tile, cell, ones))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean listsCells() {
    return true;
  }

  @Override
  public long regionCount(Box box) {
    return box.cells();
  }

  @Override
  public Optional<NDRange> range(Box box) {
    return Optional.empty();
  }

  /**
   * Halves by position, because points are not sorted by tile. Both halves may contain cells of the
   * same tile.
   */
  @Override
  public Box[] halveByTiles(Box box) {
    return halve(box);
  }

  @Override
  public List<TileRegion> regions(Box box, Box frame) {
    int from = (int) box.from()[0];
    int points = (int) box.until()[0] - from;
    int dimensions = grid.dimensions();
    int[] strides = grid.cellStrides();
    List<long[]> order = new ArrayList<>();
    long[] cells = new long[points];
    for (int d : CellKeys.slowestFirst(grid.tileOrder(), grid.dimensions())) {
      long[] part = Arrays.copyOfRange(keys[d], from, from + points);
      long[] tiles = tiles(d, part);
      order.add(tiles);
      for (int i = 0; i < points; i++) {
        cells[i] += (part[i] - grid.first(d, tiles[i] ^ Long.MIN_VALUE)) * strides[d];
      }
    }
    order.add(cells);
    int[] sorted = RadixSort.sort(order, points);
    int[] byDimension = CellKeys.slowestFirst(grid.tileOrder(), grid.dimensions());
    List<TileRegion> regions = new ArrayList<>();
    int first = 0;
    while (first < points) {
      int end = first + 1;
      while (end < points && sameTile(order, dimensions, sorted[first], sorted[end])) {
        end++;
      }
      long[] tile = new long[dimensions];
      for (int i = 0; i < dimensions; i++) {
        tile[byDimension[i]] = order.get(i)[sorted[first]] ^ Long.MIN_VALUE;
      }
      int[] inTile = new int[end - first];
      int[] places = new int[end - first];
      for (int i = first; i < end; i++) {
        inTile[i - first] = (int) cells[sorted[i]];
        places[i - first] = sorted[i] + from - (int) frame.from()[0];
      }
      regions.add(new PointRegion(grid, tile, inTile, places));
      first = end;
    }
    return regions;
  }

  private static boolean sameTile(List<long[]> tiles, int dimensions, int a, int b) {
    for (int i = 0; i < dimensions; i++) {
      if (tiles.get(i)[a] != tiles.get(i)[b]) {
        return false;
      }
    }
    return true;
  }
}
