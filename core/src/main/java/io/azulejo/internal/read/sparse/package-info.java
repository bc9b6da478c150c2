/**
 * Reads the cells of sparse fragments. The input is fragments, requested cells and conditions. The
 * output is batches of cells in the layout of the request. Unless the array allows duplicates, only
 * the newest of several cells with the same coordinates is returned.
 *
 * <p>Each stage returns new immutable objects: R-trees and statistics choose {@link
 * io.azulejo.internal.read.sparse.SparseTile}s; slab by slab, coordinates are decoded for {@link
 * io.azulejo.internal.read.sparse.SelectedTile}s; conditions are tested, cells are sorted, and
 * fields are loaded for {@link io.azulejo.internal.read.sparse.LoadedTile}s. Open {@link
 * io.azulejo.internal.read.sparse.SparsePlan} first, then {@link
 * io.azulejo.internal.read.sparse.SparseReader}.
 */
package io.azulejo.internal.read.sparse;
