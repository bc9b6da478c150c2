package io.azulejo.schema;

/**
 * An order of cells or tiles. The constants are in the order of the codes on disk (format document,
 * "Layout").
 */
public enum Layout {
  /** The last dimension varies fastest. */
  ROW_MAJOR,
  /** The first dimension varies fastest. */
  COL_MAJOR,
  /** Tile by tile in the array's tile order, within a tile in the array's cell order. */
  GLOBAL_ORDER,
  /** Any order; the engine chooses the cheapest. */
  UNORDERED,
  /** Along a Hilbert curve; a cell order of sparse arrays. */
  HILBERT
}
