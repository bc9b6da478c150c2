package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.read.request.RowSelection;

/**
 * The selected cells of a tile, with the coordinates and times that were decoded to select and sort
 * them. Rows are numbered from 0; they are the stored cells of the tile, or those that compaction
 * kept. Immutable: the arrays and fields must not be changed.
 */
public final class SelectedTile extends Cells {
  private final SparseTile tile;
  private final int[] kept;
  private final long[] times;
  private final boolean hasNegativeZero;

  private SelectedTile(
      SparseTile tile,
      int[] kept,
      CellColumn[] coordinates,
      long[][] keys,
      long[] times,
      boolean hasNegativeZero,
      int[] rows,
      int selected) {
    this.tile = tile;
    this.kept = kept;
    this.coordinates = coordinates;
    this.keys = keys;
    this.times = times;
    this.hasNegativeZero = hasNegativeZero;
    this.rows = rows;
    this.selected = selected;
  }

  /**
   * Creates a tile whose cells are all selected, without coordinates.
   *
   * @param times the time of each cell, or null if they are not needed or all the same
   */
  static SelectedTile all(SparseTile tile, long[] times) {
    int dimensions = tile.owner().dimensions();
    return new SelectedTile(
        tile,
        null,
        new CellColumn[dimensions],
        new long[dimensions][],
        times,
        false,
        null,
        tile.cells());
  }

  /**
   * Returns this tile with the coordinates of one more dimension.
   *
   * @param column the coordinate of each row
   * @param columnKeys the key of each row, or null for a string dimension
   * @param negativeZero whether a key of 0.0 stands for a coordinate of -0.0
   */
  SelectedTile with(int d, CellColumn column, long[] columnKeys, boolean negativeZero) {
    CellColumn[] newCoordinates = coordinates.clone();
    newCoordinates[d] = column;
    long[][] newKeys = keys.clone();
    newKeys[d] = columnKeys;
    return new SelectedTile(
        tile,
        kept,
        newCoordinates,
        newKeys,
        times,
        hasNegativeZero || negativeZero,
        rows,
        selected);
  }

  /**
   * Returns this tile with some of its cells only. This tile must have neither coordinates nor
   * times.
   *
   * @param chosen the cells to keep, in ascending order
   * @param d the dimension of the keys and coordinates, which have an entry for each kept cell
   */
  SelectedTile keeping(int[] chosen, int d, long[] chosenKeys, CellColumn chosenCoordinates) {
    return new SelectedTile(
            tile,
            chosen.length == tile.cells() ? null : chosen,
            coordinates,
            keys,
            times,
            hasNegativeZero,
            null,
            chosen.length)
        .with(d, chosenCoordinates, chosenKeys, false);
  }

  /** Returns this tile with other selected rows. */
  SelectedTile select(RowSelection selection) {
    return new SelectedTile(
        tile, kept, coordinates, keys, times, hasNegativeZero, selection.rows(), selection.count());
  }

  /**
   * Returns a tile whose rows are the selected rows of this tile, with their coordinates and times.
   * Returns this tile if all rows are selected.
   */
  SelectedTile compact() {
    if (rows == null) {
      return this;
    }
    CellColumn[] newCoordinates = new CellColumn[coordinates.length];
    long[][] newKeys = new long[keys.length][];
    for (int d = 0; d < coordinates.length; d++) {
      if (coordinates[d] != null) {
        newCoordinates[d] = coordinates[d].take(rows, tile.owner().coordinateSize(d));
      }
      newKeys[d] = keys[d] == null ? null : RadixSort.take(keys[d], rows);
    }
    return new SelectedTile(
        tile,
        kept == null ? rows : taken(kept, rows),
        newCoordinates,
        newKeys,
        times == null ? null : RadixSort.take(times, rows),
        hasNegativeZero,
        null,
        selected);
  }

  /** Returns {@link #compact} if at most half of the rows are selected, or else this tile. */
  SelectedTile compactIfFew() {
    return selected > size() / 2 ? this : compact();
  }

  private static int[] taken(int[] values, int[] rows) {
    int[] taken = new int[rows.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[rows[i]];
    }
    return taken;
  }

  /** Returns the tile that contains the cells. */
  SparseTile tile() {
    return tile;
  }

  /** Returns the number of rows: the number of stored cells, unless the tile was compacted. */
  public int size() {
    return kept == null ? tile.cells() : kept.length;
  }

  /**
   * Returns the indexes of the stored cells that compaction kept, in ascending order, or null if it
   * kept all cells.
   */
  int[] kept() {
    return kept;
  }

  /**
   * Returns the time of each row, or null if all cells have the fragment's time or times are not
   * needed.
   */
  long[] times() {
    return times;
  }

  /** Returns the time of a row. */
  long time(int row) {
    return times == null ? tile.owner().fragment().name().t1() : times[row];
  }

  /** Returns whether a key of 0.0 stands for a coordinate of -0.0. */
  boolean hasNegativeZero() {
    return hasNegativeZero;
  }

  /** Returns whether any field was decoded, so that the tile is counted as decoded. */
  boolean isDecoded() {
    boolean any = times != null;
    for (CellColumn column : coordinates) {
      any |= column != null;
    }
    return any;
  }

  /** Returns the estimated memory of the selected cells in bytes, based on the tile's average. */
  long selectedBytes() {
    return (long) ((double) tile.bytes() * selected / tile.cells());
  }

  /** Returns the size in bytes of the arrays that this tile refers to. */
  long heldBytes() {
    long bytes = times == null ? 0 : (long) Long.BYTES * times.length;
    bytes += kept == null ? 0 : (long) Integer.BYTES * kept.length;
    bytes += rows == null ? 0 : (long) Integer.BYTES * rows.length;
    for (int d = 0; d < coordinates.length; d++) {
      bytes += keys[d] == null ? 0 : (long) Long.BYTES * keys[d].length;
      if (coordinates[d] != null) {
        int[] offsets = coordinates[d].offsets();
        bytes += coordinates[d].data().length;
        bytes += offsets == null ? 0 : (long) Integer.BYTES * offsets.length;
      }
    }
    return bytes;
  }
}
