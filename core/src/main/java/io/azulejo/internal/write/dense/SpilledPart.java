package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;

/**
 * Cells of one field in one tile that were spilled together and are now back in memory.
 *
 * @param rows number of cells
 * @param column the values in arrival order
 */
record SpilledPart(int rows, CellColumn column) {}
