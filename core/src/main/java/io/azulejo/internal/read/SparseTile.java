package io.azulejo.internal.read;

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

  /** The bytes that it takes on disk, as far as the read needs it. */
  long storedBytes() {
    return owner.storedBytes(tile);
  }

  /** The same tile, as if nothing had been done with it yet. */
  SparseTile fresh() {
    return new SparseTile(owner, tile, covered);
  }
}
