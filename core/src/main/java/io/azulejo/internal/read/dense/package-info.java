/**
 * Reads the cells of dense arrays. In: fragments, requested cells, a condition. Out: batches of the
 * cells in the layout of the request; each cell has the value of the newest fragment that has it,
 * or the fill value. The answer is cut into boxes; in each, regions of tiles are given to the
 * fragments that own them, then decoded and copied. Open {@link
 * io.azulejo.internal.read.dense.DensePlan} first, then {@link
 * io.azulejo.internal.read.dense.DenseReader}.
 */
package io.azulejo.internal.read.dense;
