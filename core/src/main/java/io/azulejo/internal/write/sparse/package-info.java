/**
 * Writes cells to sparse arrays. The input is columns of cells with their coordinates, in any order
 * or in the array's global order. The output is fragments that are not committed yet. Cells are
 * sorted, in runs that wait in files if there are many cells, checked for duplicates, and cut into
 * tiles.
 *
 * <p>Start with {@link io.azulejo.internal.write.sparse.SparseWriter}, then {@link
 * io.azulejo.internal.write.sparse.CellSorter}. {@link
 * io.azulejo.internal.write.sparse.SparseMergeWriter} writes the results of merges, and {@link
 * io.azulejo.internal.write.sparse.DenseCellSort} sorts cells of dense arrays.
 */
package io.azulejo.internal.write.sparse;
