package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;

/** Cells within one tile of the grid, and their indexes in a batch. Coordinates are grid keys. */
public abstract class TileRegion {
  final TileGrid grid;

  /** The tile's index in each dimension of the grid. */
  final long[] tile;

  /** See {@link TileGrid#cellStrides}. */
  final int[] cellStrides;

  TileRegion(TileGrid grid, long[] tile) {
    this.grid = grid;
    this.tile = tile;
    this.cellStrides = grid.cellStrides();
  }

  /** Returns the number of cells. */
  public abstract int cells();

  /** Returns the smallest key in a dimension. */
  abstract long low(int d);

  /** Returns the largest key in a dimension. */
  abstract long high(int d);

  /** Returns the bounds of the coordinates in a dimension. */
  final FieldBounds bounds(int d) {
    return FieldBounds.ofKeys(low(d), high(d), true);
  }

  /** Returns whether any cell of this region lies in a box of keys, both bounds inclusive. */
  abstract boolean touches(long[] boxLow, long[] boxHigh);

  /** Returns whether all cells of this region lie in a box of keys, both bounds inclusive. */
  final boolean isWithin(long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < tile.length; d++) {
      if (low(d) < boxLow[d] || high(d) > boxHigh[d]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the cells of this region that lie in a box of keys. The box must contain at least one.
   */
  final TileRegion within(long[] boxLow, long[] boxHigh) {
    return isWithin(boxLow, boxHigh) ? this : cutTo(boxLow, boxHigh);
  }

  /**
   * Returns the cells of this region that lie in a box of keys. The box must contain some cells but
   * not all.
   */
  abstract TileRegion cutTo(long[] boxLow, long[] boxHigh);

  /**
   * Returns the batch index of the cell with the given coordinates, or -1 if this region does not
   * contain it.
   *
   * @param keys the coordinates of cells, by dimension and row
   * @param row the row of the cell in {@code keys}
   */
  abstract int place(long[][] keys, int row);

  /** Iterates over all cells in as few runs as possible. */
  abstract Runs runs();

  /** Iterates over all cells in runs along the dimension whose cells are adjacent in the tile. */
  abstract Runs lines();

  /** Returns the index of the first cell within the tile. */
  abstract int firstCell();

  /** Returns the index of the last cell within the tile. */
  abstract int lastCell();

  /**
   * Returns, for each dimension, the distance between cells with consecutive coordinates in a box.
   *
   * @param order the order of the cells; column-major, or row-major otherwise
   * @param counts the number of coordinates in each dimension
   */
  static int[] strides(Layout order, int[] counts) {
    int[] strides = new int[counts.length];
    int stride = 1;
    for (int i = 0; i < counts.length; i++) {
      int d = order == Layout.COL_MAJOR ? i : counts.length - 1 - i;
      strides[d] = stride;
      stride *= counts[d];
    }
    return strides;
  }

  /**
   * Narrows a part of the tile to the bytes from the first to the last cell of this region; see
   * {@link TilePart}.
   */
  final void narrow(TilePart part, TileCodec codec, int maxSkipped) {
    long cellSize = codec.spec().cellSize();
    part.narrow(firstCell() * cellSize, (lastCell() + 1L) * cellSize, maxSkipped);
  }

  /**
   * Iterates over the cells of a region in tile order, run by run. The cells of a run are evenly
   * spaced in both the tile and the batch. This is a cursor rather than a callback, so that the
   * code that copies cells can stop within a run. Not thread-safe.
   */
  abstract static class Runs {
    /** Index of the run's first cell within the tile. */
    int cell;

    /** Distance between consecutive cells of the run within the tile. */
    int cellStep;

    /** Batch index of the run's first cell. */
    int place;

    /** Distance between consecutive cells of the run in the batch. */
    int step;

    /** Number of cells left in the run, at least 1. */
    int count;

    /**
     * Moves to the next run, or to the first run on the first call. Returns whether there is a run.
     */
    abstract boolean next();

    /**
     * Skips cells at the start of the run.
     *
     * @param cells the number of cells to skip, less than {@link #count}
     */
    final void skip(int cells) {
      cell += cells * cellStep;
      place += cells * step;
      count -= cells;
    }
  }
}
