package io.azulejo.internal.write.sparse;

/**
 * Some rows of a part.
 *
 * @param part the part
 * @param from the first row
 * @param count how many rows
 */
record CellRange(CellPart part, int from, int count) {}
