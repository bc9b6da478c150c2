package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;

/** A check that runs whenever a tile of a fragment was decoded. Thread-safe. */
public interface TileCheck {
  /**
   * Checks the cells of one field in a tile.
   *
   * @param tile the zero-based number of the tile
   * @param cells the number of cells in the tile
   * @param data the values, little-endian; valid only during the call
   * @param start the position of the first value in {@code data}
   * @param offsets the position of each cell relative to {@code start}, followed by the end; null
   *     for fixed-size cells
   * @param validity one byte per cell; null if the field is not nullable
   * @throws io.azulejo.error.CorruptDataException if stored information contradicts the cells
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
