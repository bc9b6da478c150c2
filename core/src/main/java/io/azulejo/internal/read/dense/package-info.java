/**
 * Reads the cells of dense arrays. The input is fragments, requested cells and a condition. The
 * output is batches of cells in the layout of the request. Each cell has the value from the newest
 * fragment that contains it, or the fill value.
 *
 * <p>The result is divided into boxes, and each box into regions of tiles. For each region, the
 * fragments that contain its cells are found; their tiles are then decoded and copied. Start with
 * {@link io.azulejo.internal.read.dense.DensePlan}, then {@link
 * io.azulejo.internal.read.dense.DenseReader}.
 */
package io.azulejo.internal.read.dense;
