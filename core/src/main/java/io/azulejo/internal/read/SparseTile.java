package io.azulejo.internal.read;

import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * A tile of a sparse fragment on its way through a read: first known to be wanted, then with its
 * coordinates and the cells that were selected by them, then with the columns of the answer.
 */
final class SparseTile {
  final SparseFragment owner;
  final int tile;
  final int cells;

  /** Whether all of its cells are within the ranges. */
  final boolean covered;

  /** The bytes that it takes in memory once all that is needed of it is decoded. */
  final long bytes;

  /** The decoded coordinates by dimension; null for those that nobody needs. */
  TileColumn[] coordinates;

  /** The keys of coordinates that are numbers, by dimension. */
  long[][] keys;

  /** The times of the cells; null where they are all that of the fragment, or not needed. */
  long[] times;

  /** The times of the cells' deletions; null where the fragment has none. */
  long[] deletions;

  /** The selected cells in order; null for all. */
  int[] rows;

  /** The number of selected cells. */
  int selected;

  /** The decoded columns of the answer; null for dimensions and times. */
  TileColumn[] outputs;

  SparseTile(SparseFragment owner, int tile, boolean covered) {
    this.owner = owner;
    this.tile = tile;
    this.covered = covered;
    this.cells = owner.fragment().cells(tile);
    this.bytes = owner.decodedBytes(tile, cells);
  }

  /** The cell in the tile of a selected one. */
  int row(int selectedIndex) {
    return rows == null ? selectedIndex : rows[selectedIndex];
  }

  /** The time of a cell. */
  long time(int row) {
    return times == null ? owner.fragment().name().t1() : times[row];
  }

  /** Lets go of all cells but the selected ones. */
  void compact(List<Dimension> dimensions, List<OutputField> fields) {
    if (rows == null) {
      return;
    }
    for (int f = 0; f < outputs.length; f++) {
      int d = fields.get(f).dimension();
      outputs[f] = d < 0 ? outputs[f].take(rows, fields.get(f).cellSize()) : null;
    }
    for (int d = 0; d < coordinates.length; d++) {
      if (coordinates[d] != null) {
        coordinates[d] = coordinates[d].take(rows, dimensions.get(d).type().size());
      }
      keys[d] = keys[d] == null ? null : take(keys[d]);
    }
    for (int f = 0; f < outputs.length; f++) {
      int d = fields.get(f).dimension();
      outputs[f] = d < 0 ? outputs[f] : coordinates[d];
    }
    times = times == null ? null : take(times);
    deletions = deletions == null ? null : take(deletions);
    rows = null;
  }

  private long[] take(long[] values) {
    long[] taken = new long[rows.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[rows[i]];
    }
    return taken;
  }

  /** The bytes that the selected cells take, by their average in the tile. */
  long selectedBytes() {
    return (long) ((double) bytes * selected / cells);
  }

  /** The bytes that it takes on disk, as far as the read needs it. */
  long storedBytes() {
    return owner.storedBytes(tile);
  }

  /** The same tile, as if nothing had been done with it yet. */
  SparseTile fresh() {
    return new SparseTile(owner, tile, covered);
  }
}
