package io.azulejo.internal.write;

import io.azulejo.internal.filter.Workers;

/**
 * Gives out the tiles of a fragment field by field. Any thread may ask for any part, each part is
 * asked for once.
 */
interface TileSource {
  /** The number of tiles. */
  int tiles();

  /** The cells of a tile; of a dense one all that the tile has place for. */
  int cells(int tile);

  /** Which of the cells of a tile were written. */
  CellRuns written(int tile);

  /** About how many bytes of values, offsets and validity a tile has in all fields. */
  long bytes(int tile);

  /**
   * The cells of a field in a tile.
   *
   * @param field its position in {@link FragmentFields#all}
   * @param worker whose buffer may hold the cells until its next use
   */
  FieldCells cells(int tile, int field, Workers.Worker worker);
}
