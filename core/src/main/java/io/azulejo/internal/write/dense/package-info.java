/**
 * Writes boxes of cells to dense arrays. In: columns of cells in the order of the box, or whole
 * tiles that others put together. Out: fragments that are not committed. Cells wait in memory, then
 * in files, until their tile is full. Open {@link io.azulejo.internal.write.dense.DenseWriter}
 * first, then {@link io.azulejo.internal.write.dense.ArrivalOrder}; {@link
 * io.azulejo.internal.write.dense.DenseMergeWriter} for such tiles.
 */
package io.azulejo.internal.write.dense;
