package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;

/**
 * Gives out the tiles of a fragment field by field. Any thread may ask for any part of tiles that
 * were prepared, each part is asked for once.
 */
public interface TileSource {
  /** The number of tiles. */
  int tiles();

  /** The cells of a tile; of a dense one all that the tile has place for. */
  int cells(int tile);

  /** Which of the cells of a tile were written. */
  CellRuns written(int tile);

  /** About how many bytes of values, offsets and validity a tile has in all fields. */
  long bytes(int tile);

  /**
   * Makes some tiles ready to be asked for, and lets go of all before; called by the thread that
   * writes, within a lease of their {@link #bytes}.
   *
   * @param to the tile after the last one
   */
  default void prepare(int from, int to) {}

  /**
   * Tells which tiles will be prepared next, if any are, while those before are worked on; called
   * by the thread that writes.
   *
   * @param to the tile after the last one
   * @param bytes their {@link #bytes}, for which there may be no memory yet
   */
  default void expect(int from, int to, long bytes) {}

  /**
   * A field of a tile that lies somewhere as it would go to disk, to be written as it is.
   *
   * @param field its position in {@link FragmentLayout#fields}
   * @return null if the cells must be encoded. Cells are requested in every case, to check copied
   *     bytes and to make a missing summary.
   */
  default EncodedField encoded(int tile, int field) {
    return null;
  }

  /**
   * The cells of a field in a tile.
   *
   * @param field its position in {@link FragmentLayout#fields}
   * @param buffers whose buffer may hold the cells until its next use
   */
  FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers);
}
