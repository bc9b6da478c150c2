package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;

/**
 * A sequence of consecutive cells.
 *
 * @param first number of the first cell
 * @param rows number of cells
 * @param columns the values, one column per field
 */
record CellPiece(long first, int rows, CellColumn[] columns) {}
