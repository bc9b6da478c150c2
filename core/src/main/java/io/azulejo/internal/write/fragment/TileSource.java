package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;

/**
 * Provides the tiles of a fragment, field by field. Any thread may request parts of prepared tiles.
 * Each part is requested once.
 */
public interface TileSource {
  /** Returns the number of tiles. */
  int tiles();

  /** Returns the number of cells in a tile, including the padding of dense tiles. */
  int cells(int tile);

  /** Returns which cells of a tile were written. */
  CellRuns written(int tile);

  /**
   * Returns the estimated size of a tile's values, offsets and validity in all fields, in bytes.
   */
  long bytes(int tile);

  /**
   * Prepares tiles, which may be requested afterwards, and releases all earlier tiles. The writing
   * thread calls this method while it holds a memory lease for at least their {@link #bytes}.
   *
   * @param from first tile
   * @param to the tile after the last one
   */
  default void prepare(int from, int to) {}

  /**
   * Announces the tiles that will be prepared next, while earlier tiles are being processed. The
   * writing thread calls this method.
   *
   * @param from first tile
   * @param to the tile after the last one
   * @param bytes their {@link #bytes}; memory for them may not be available yet
   */
  default void expect(int from, int to, long bytes) {}

  /**
   * Returns a field of a tile that is already encoded and can be written as it is.
   *
   * @param field position in {@link FragmentLayout#fields}
   * @return null if the cells must be encoded. The cells are requested in either case, to check
   *     copied bytes and to compute a missing summary.
   */
  default EncodedField encoded(int tile, int field) {
    return null;
  }

  /**
   * Returns the cells of a field in a tile.
   *
   * @param field position in {@link FragmentLayout#fields}
   * @param buffers buffers that may hold the cells until their next use
   */
  FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers);
}
