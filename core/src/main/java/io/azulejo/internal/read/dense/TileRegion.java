package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;

/**
 * Cells within one tile of the grid, and their places in a batch. Coordinates are keys of the grid.
 */
public abstract sealed class TileRegion permits BoxRegion, PointRegion {
  final TileGrid grid;

  /** The tile's indexes in the grid. */
  final long[] tile;

  TileRegion(TileGrid grid, long[] tile) {
    this.grid = grid;
    this.tile = tile;
  }

  /** The number of cells. */
  public abstract int cells();

  /** The smallest key of a dimension. */
  abstract long low(int d);

  /** The largest key of a dimension. */
  abstract long high(int d);

  /** Between which keys the coordinates of a dimension are. */
  final FieldBounds bounds(int d) {
    return FieldBounds.ofKeys(low(d), high(d), true);
  }

  /** Whether some cell of this is in a box of keys. */
  abstract boolean touches(long[] boxLow, long[] boxHigh);

  /** Whether all cells of this are in a box of keys. */
  final boolean isWithin(long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < tile.length; d++) {
      if (low(d) < boxLow[d] || high(d) > boxHigh[d]) {
        return false;
      }
    }
    return true;
  }

  /** The cells of this that are in a box of keys, which has some. */
  final TileRegion within(long[] boxLow, long[] boxHigh) {
    return isWithin(boxLow, boxHigh) ? this : cutTo(boxLow, boxHigh);
  }

  /** The cells of this that are in a box of keys, which has some but not all. */
  abstract TileRegion cutTo(long[] boxLow, long[] boxHigh);

  /** The place in the batch of the cell of some coordinates; -1 if it is not in this. */
  abstract int place(long[][] keys, int row);

  /** All cells, in as few runs as there can be. */
  abstract Runs runs();

  /** All cells, in runs along the dimension whose cells lie side by side in the tile. */
  abstract Runs lines();

  /** The position in the tile of the first cell. */
  abstract int firstCell();

  /** The position in the tile of the last cell. */
  abstract int lastCell();

  /** The distances in a tile of cells that follow one another in a dimension. */
  public static int[] cellStrides(TileGrid grid) {
    int dimensions = grid.dimensions();
    int[] strides = new int[dimensions];
    int stride = 1;
    for (int i = 0; i < dimensions; i++) {
      int d = grid.cellOrder() == Layout.COL_MAJOR ? i : dimensions - 1 - i;
      strides[d] = stride;
      stride *= grid.extent(d);
    }
    return strides;
  }
}
