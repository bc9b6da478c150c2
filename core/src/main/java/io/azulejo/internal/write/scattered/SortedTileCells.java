package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.sparse.SortedCells;
import java.util.Arrays;

/**
 * Sorted cells, grouped by tile.
 *
 * @param cells the cells
 * @param places place of each cell in its tile
 * @param starts index of each tile's first cell, followed by the end of the last tile
 * @param numbers number of each tile
 */
record SortedTileCells(SortedCells cells, int[] places, int[] starts, long[] numbers) {
  private static final int BLOCK = 1024;

  /**
   * Groups sorted cells by tile. The result has only tiles with cells.
   *
   * @param cells at least one cell; their keys must be decoded
   */
  static SortedTileCells of(SortedCells cells, TileNumbers tileNumbers) {
    int count = cells.count();
    int[] places = new int[count];
    int[] starts = new int[16];
    long[] numbers = new long[16];
    int tiles = 0;
    long[] keys = new long[BLOCK];
    long[] found = new long[BLOCK];
    for (int from = 0; from < count; from += BLOCK) {
      int length = Math.min(BLOCK, count - from);
      Arrays.fill(found, 0, length, 0);
      for (int d = 0; d < tileNumbers.dimensions(); d++) {
        cells.keys(d, from, length, keys);
        tileNumbers.addPlaces(d, keys, length, found, places, from);
      }
      for (int i = 0; i < length; i++) {
        if (tiles == 0 || found[i] != numbers[tiles - 1]) {
          if (tiles == numbers.length) {
            starts = Arrays.copyOf(starts, 2 * tiles);
            numbers = Arrays.copyOf(numbers, 2 * tiles);
          }
          numbers[tiles] = found[i];
          starts[tiles++] = from + i;
        }
      }
    }
    starts = Arrays.copyOf(starts, tiles + 1);
    starts[tiles] = count;
    return new SortedTileCells(cells, places, starts, Arrays.copyOf(numbers, tiles));
  }

  /** Returns the number of tiles. */
  int tiles() {
    return numbers.length;
  }

  /** Returns the number of the last tile. */
  long lastTile() {
    return numbers[numbers.length - 1];
  }

  /** Returns the tiles from {@code from} to {@code to} (exclusive). */
  SortedTileCells part(int from, int to) {
    return from == 0 && to == tiles()
        ? this
        : new SortedTileCells(
            cells,
            places,
            Arrays.copyOfRange(starts, from, to + 1),
            Arrays.copyOfRange(numbers, from, to));
  }

  /** Returns the given number of tiles, all without cells. */
  SortedTileCells none(int count) {
    return new SortedTileCells(cells, places, new int[count + 1], new long[count]);
  }

  /**
   * Returns the end (exclusive) of the run of consecutively numbered tiles that starts at {@code
   * from}.
   */
  int endOfRun(int from) {
    int end = from + 1;
    while (end < tiles() && numbers[end] == numbers[end - 1] + 1) {
      end++;
    }
    return end;
  }

  /** Returns the number of cells of a tile. */
  int count(int tile) {
    return starts[tile + 1] - starts[tile];
  }

  /** Returns an iterator over the cells of a tile. */
  TileSpans spans(int tile, CellRuns written) {
    return new TileSpans(written, places, starts[tile], starts[tile + 1]);
  }
}
