package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.sparse.SortedCells;
import java.util.Arrays;

/**
 * Sorted cells, tile after tile; each tile has some.
 *
 * @param cells the cells
 * @param places the place of each cell in its tile
 * @param starts the first cell of each tile, and after them the one after the last tile's last
 * @param tiles the number of tiles
 * @param firstTile the number of the first tile
 * @param lastTile the number of the last tile
 */
record SortedTileCells(
    SortedCells cells, int[] places, int[] starts, int tiles, long firstTile, long lastTile) {
  private static final int BLOCK = 1024;

  /**
   * Finds the tiles of sorted cells, at least one.
   *
   * @param cells cells whose keys are decoded
   */
  static SortedTileCells of(SortedCells cells, TileNumbers numbers) {
    int count = cells.count();
    int[] places = new int[count];
    int[] starts = new int[16];
    int tiles = 0;
    long firstTile = -1;
    long tile = -1;
    long[] keys = new long[BLOCK];
    long[] found = new long[BLOCK];
    for (int from = 0; from < count; from += BLOCK) {
      int length = Math.min(BLOCK, count - from);
      Arrays.fill(found, 0, length, 0);
      for (int d = 0; d < numbers.dimensions(); d++) {
        cells.keys(d, from, length, keys);
        numbers.addPlaces(d, keys, length, found, places, from);
      }
      for (int i = 0; i < length; i++) {
        if (found[i] != tile) {
          tile = found[i];
          firstTile = tiles == 0 ? tile : firstTile;
          if (tiles + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
          }
          starts[tiles++] = from + i;
        }
      }
    }
    starts[tiles] = count;
    return new SortedTileCells(cells, places, starts, tiles, firstTile, tile);
  }

  /** The cells of some tiles alone. */
  SortedTileCells part(int from, int to) {
    return from == 0 && to == tiles
        ? this
        : new SortedTileCells(
            cells, places, Arrays.copyOfRange(starts, from, to + 1), to - from, -1, -1);
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
