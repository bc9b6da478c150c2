package io.azulejo.internal.write.fragment;

import io.azulejo.internal.runtime.Slice;

/**
 * What the format keeps of the values of a field in some cells. Nulls count for their number alone.
 *
 * @param min the minimum, null where there is none: of nulls alone, and of fields without bounds
 * @param max the maximum; likewise
 * @param sum the sum: of 64 bits, signed or unsigned, or the bits of a double; 0 of nothing
 * @param nullCount the number of nulls
 */
public record FieldSummary(Slice min, Slice max, long sum, long nullCount) {}
