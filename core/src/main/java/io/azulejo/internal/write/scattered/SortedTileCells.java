package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.sparse.SortedCells;
import java.util.Arrays;

/**
 * Sorted cells, tile after tile.
 *
 * @param cells the cells
 * @param places the place of each cell in its tile
 * @param starts the first cell of each tile, and after them the one after the last tile's last
 * @param numbers the number of each tile
 */
record SortedTileCells(SortedCells cells, int[] places, int[] starts, long[] numbers) {
  private static final int BLOCK = 1024;

  /**
   * Finds the tiles of sorted cells, at least one. Each tile has some.
   *
   * @param cells cells whose keys are decoded
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

  /** The number of tiles. */
  int tiles() {
    return numbers.length;
  }

  /** The number of the last tile. */
  long lastTile() {
    return numbers[numbers.length - 1];
  }

  /** The cells of some tiles alone. */
  SortedTileCells part(int from, int to) {
    return from == 0 && to == tiles()
        ? this
        : new SortedTileCells(
            cells,
            places,
            Arrays.copyOfRange(starts, from, to + 1),
            Arrays.copyOfRange(numbers, from, to));
  }

  /** Some tiles without any cells. */
  SortedTileCells none(int count) {
    return new SortedTileCells(cells, places, new int[count + 1], new long[count]);
  }

  /** The tile after those that follow each other in number, from one on. */
  int endOfRun(int from) {
    int end = from + 1;
    while (end < tiles() && numbers[end] == numbers[end - 1] + 1) {
      end++;
    }
    return end;
  }

  /** How many cells of a tile there are. */
  int count(int tile) {
    return starts[tile + 1] - starts[tile];
  }

  /** The way through the cells of a tile. */
  TileSpans spans(int tile, CellRuns written) {
    return new TileSpans(written, places, starts[tile], starts[tile + 1]);
  }
}
