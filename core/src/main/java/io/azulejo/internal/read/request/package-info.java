/**
 * Resolves the cells that a request selects. The input is a schema and the subarray or the points
 * of a request. The output is the ranges and points of each dimension: checked, sorted and merged,
 * with open ends closed. They also select the rows of a tile.
 *
 * <p>Start with {@link io.azulejo.internal.read.request.RequestedCells}, then {@link
 * io.azulejo.internal.read.request.DimensionRanges}.
 */
package io.azulejo.internal.read.request;
