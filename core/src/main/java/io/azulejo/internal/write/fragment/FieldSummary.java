package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;

/**
 * Statistics of the values of a field in some cells. Nulls only add to the null count.
 *
 * @param min the minimum; NaN if all values are NaN, null if all cells are null or the field has no
 *     bounds
 * @param max the maximum; NaN if all values are NaN, null if all cells are null or the field has no
 *     bounds
 * @param sum a signed or unsigned 64-bit integer, or the bits of a double; 0 if all cells are null
 *     or the field has no sums
 * @param nullCount number of nulls
 */
public record FieldSummary(Slice min, Slice max, long sum, long nullCount) {}
