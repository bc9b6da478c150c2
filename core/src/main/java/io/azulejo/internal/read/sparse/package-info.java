/**
 * Reads the cells of sparse fragments. In: fragments, requested cells, conditions. Out: batches of
 * the cells in the layout of the request; of several cells at the same coordinates the newest,
 * unless duplicates are allowed. Tiles are chosen by R-trees and statistics, then decoded, selected
 * and sorted slab by slab. Open {@link io.azulejo.internal.read.sparse.SparsePlan} first, then
 * {@link io.azulejo.internal.read.sparse.SparseReader}.
 */
package io.azulejo.internal.read.sparse;
