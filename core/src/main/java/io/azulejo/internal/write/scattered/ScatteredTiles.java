package io.azulejo.internal.write.scattered;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.write.dense.AssembledTiles;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.internal.write.sparse.SortedCells;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The tiles of a box of a dense array, from sorted cells and from values for missing cells. */
final class ScatteredTiles extends AssembledTiles {
  private final DenseMergeWriter target;
  private final MissingValues missing;
  private final int first;
  private final int number;
  private final long bytesOfComplete;
  private final long largest;
  private SortedTileCells cells;
  private long bytesOfIncomplete; // 0 where nobody has asked yet

  /**
   * Creates a source for consecutive tiles.
   *
   * @param bytesPerCell estimated size of the values, offsets and validity of a written cell in
   *     bytes
   * @param missing supplies values for missing cells
   * @param largest upper limit for the estimated size of missing cells in a tile, in bytes
   * @param first position of the first tile in the box
   * @param cells the written cells of the tiles
   */
  ScatteredTiles(
      DenseMergeWriter target,
      long bytesPerCell,
      MissingValues missing,
      long largest,
      int first,
      SortedTileCells cells) {
    super(target);
    this.target = target;
    this.missing = missing;
    this.first = first;
    this.number = cells.tiles();
    this.cells = cells;
    this.largest = largest;
    this.bytesOfComplete = bytesPerCell * target.cellsPerTile();
  }

  @Override
  public long bytes(int tile) {
    return tile - first < number && isComplete(tile) ? bytesOfComplete : bytesOfIncomplete();
  }

  /**
   * Returns the estimated size of an incomplete tile. It is unknown how many of its cells are
   * missing, so the larger estimate counts for all of them.
   */
  private long bytesOfIncomplete() {
    if (bytesOfIncomplete == 0) {
      double bytes = missing.bytesPerCell(target) * target.cellsPerTile();
      bytesOfIncomplete = Math.max(bytesOfComplete, (long) Math.min(bytes, largest));
    }
    return bytesOfIncomplete;
  }

  /** Returns whether a tile has no missing cells. */
  private boolean isComplete(int tile) {
    return cells.count(tile - first) == written(tile).cells();
  }

  @Override
  public void prepare(int from, int to) {
    missing.prepare(target, IntStream.range(from, to).filter(tile -> !isComplete(tile)).toArray());
  }

  /** Releases all cells. Call this method when the tiles are encoded or will not be encoded. */
  void release() {
    cells = null;
    missing.release();
  }

  @Override
  protected Supplier<Runs> passes(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return () -> new Pass(tile, field);
  }

  /** A pass over the spans of a tile. */
  private final class Pass implements Runs {
    private final int tile;
    private final int field;
    private final TileSpans span;
    private final SortedCells sorted = cells.cells();

    Pass(int tile, int field) {
      this.tile = tile;
      this.field = field;
      this.span = cells.spans(tile - first, written(tile));
    }

    @Override
    public boolean next() {
      return span.next();
    }

    /** Passes the columns that hold the values of a missing span. */
    private void missing(MissingValues.Use use) {
      missing.cells(tile, field, span.index, span.length, use);
    }

    @Override
    public void copyFixed(byte[] values, int size) {
      int at = span.cell * size;
      if (span.came) {
        sorted.copyFixed(field, span.arrival, span.length, values, at);
      } else {
        missing(
            (column, row, count, cell) ->
                System.arraycopy(
                    column.data(), row * size, values, at + cell * size, count * size));
      }
    }

    @Override
    public void lengths(int[] lengths) {
      int at = span.cell;
      if (span.came) {
        sorted.lengths(field, span.arrival, span.length, lengths, at);
      } else {
        missing(
            (column, row, count, cell) -> {
              int[] offsets = column.offsets();
              for (int i = 0; i < count; i++) {
                lengths[at + cell + i] = offsets[row + i + 1] - offsets[row + i];
              }
            });
      }
    }

    @Override
    public void copyVar(byte[] values, int[] starts) {
      int at = span.cell;
      if (span.came) {
        sorted.copyVar(field, span.arrival, span.length, values, starts, at);
      } else {
        missing(
            (column, row, count, cell) -> {
              int start = column.offsets()[row];
              int length = column.offsets()[row + count] - start;
              System.arraycopy(column.data(), start, values, starts[at + cell], length);
            });
      }
    }

    @Override
    public void copyValidity(byte[] validity) {
      int at = span.cell;
      if (span.came) {
        sorted.copyValidity(field, span.arrival, span.length, validity, at);
      } else {
        missing(
            (column, row, count, cell) ->
                System.arraycopy(column.validity(), row, validity, at + cell, count));
      }
    }
  }
}
