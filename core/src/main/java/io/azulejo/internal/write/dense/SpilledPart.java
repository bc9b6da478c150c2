package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;

/**
 * Cells of a field in a tile that were spilled together, back in memory.
 *
 * @param rows how many there are
 * @param column their values, as they came
 */
record SpilledPart(int rows, CellColumn column) {}
