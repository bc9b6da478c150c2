/**
 * The cells that a request asks for. In: the subarray or the points of a request, and a schema.
 * Out: ranges and points of each dimension, checked, sorted and merged, with open ends closed; rows
 * of a tile are selected by them. Open {@link io.azulejo.internal.read.request.RequestedCells}
 * first, then {@link io.azulejo.internal.read.request.DimensionRanges}.
 */
package io.azulejo.internal.read.request;
