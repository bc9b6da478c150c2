package io.azulejo.schema;

/**
 * An order of cells or tiles. The constants are in the order of their codes on disk (format
 * document, "Layout").
 */
public enum Layout {
  /** The last dimension varies fastest. */
  ROW_MAJOR,
  /** The first dimension varies fastest. */
  COL_MAJOR,
  /** Cells are ordered by tile in the array's tile order, and within a tile in its cell order. */
  GLOBAL_ORDER,
  /** The order is not defined; the engine chooses the cheapest. */
  UNORDERED,
  /** Cells follow a Hilbert curve. A cell order of sparse arrays. */
  HILBERT
}
