/**
 * Reads the cells of sparse fragments. The input is fragments, requested cells and conditions. The
 * output is batches of cells in the layout of the request. Unless the array allows duplicates, only
 * the newest of several cells with the same coordinates is returned. R-trees and statistics select
 * the tiles. Their cells are then decoded, selected and sorted slab by slab. Open {@link
 * io.azulejo.internal.read.sparse.SparsePlan} first, then {@link
 * io.azulejo.internal.read.sparse.SparseReader}.
 */
package io.azulejo.internal.read.sparse;
