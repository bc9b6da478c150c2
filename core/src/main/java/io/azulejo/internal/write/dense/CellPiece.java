package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;

/**
 * Some cells that follow each other.
 *
 * @param first the number of the first one
 * @param rows how many there are
 * @param columns their values, field by field
 */
record CellPiece(long first, int rows, CellColumn[] columns) {}
