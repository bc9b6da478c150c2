/**
 * Writes boxes of cells to dense arrays. The input is columns of cells in a fixed order, or whole
 * tiles that the caller assembles. The output is fragments that are not committed yet. Cells wait
 * in memory, then in files, until their tiles can be written.
 *
 * <p>Start with {@link io.azulejo.internal.write.dense.DenseWriter}, then {@link
 * io.azulejo.internal.write.dense.ArrivalOrder}. {@link
 * io.azulejo.internal.write.dense.DenseMergeWriter} writes whole tiles.
 */
package io.azulejo.internal.write.dense;
