/**
 * Writes cells to sparse arrays. In: columns of cells with their coordinates, in any order or in
 * the array's. Out: fragments that are not committed. Cells are sorted, in runs that wait in files
 * where they are many, checked for duplicates, and cut into tiles. Open {@link
 * io.azulejo.internal.write.sparse.SparseWriter} first, then {@link
 * io.azulejo.internal.write.sparse.CellSorter}; {@link
 * io.azulejo.internal.write.sparse.SparseMergeWriter} for merges, {@link
 * io.azulejo.internal.write.sparse.DenseCellSort} for cells of dense arrays.
 */
package io.azulejo.internal.write.sparse;
