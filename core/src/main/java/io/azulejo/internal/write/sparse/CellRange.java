package io.azulejo.internal.write.sparse;

/**
 * A range of rows in a part.
 *
 * @param part the part
 * @param from first row
 * @param count number of rows
 */
record CellRange(CellPart part, int from, int count) {}
