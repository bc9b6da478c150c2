package io.azulejo.schema;

/**
 * An order of cells or tiles. The order of the constants is that of the codes on disk (format
 * document, "Layout").
 */
public enum Layout {
  /** The last dimension varies fastest. */
  ROW_MAJOR,
  /** The first dimension varies fastest. */
  COL_MAJOR,
  /** Tile after tile, in the array's tile order; within a tile in the array's cell order. */
  GLOBAL_ORDER,
  /** Any order; the engine takes the one that costs least. */
  UNORDERED,
  /** Along a Hilbert curve; a cell order of sparse arrays. */
  HILBERT
}
