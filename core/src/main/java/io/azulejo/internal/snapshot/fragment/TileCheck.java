package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;

/** Checks the tiles of a fragment when they are decoded. Safe for use by many threads. */
public interface TileCheck {
  /**
   * Checks the cells of a field in a tile.
   *
   * @param cells the number of cells of the tile
   * @param data the values, little-endian; only lent
   * @param start the position of the first value in data
   * @param offsets the position of each cell, counted from start, and after them the end; null for
   *     cells of fixed size
   * @param validity a byte a cell; null if the field is not nullable
   * @throws io.azulejo.error.CorruptDataException if something that is stored contradicts the cells
   */
  void decoded(
      FieldStorage field,
      int tile,
      int cells,
      byte[] data,
      int start,
      int[] offsets,
      byte[] validity);
}
