package io.azulejo.arrow;

/**
 * The header of a record batch, which describes its body. Fields and their children appear in
 * depth-first order.
 *
 * @param rows the number of rows
 * @param lengths the number of values of each field and child
 * @param nullCounts the number of nulls of each field and child
 * @param offsets the position of each buffer, relative to the start of the body (bytes)
 * @param sizes the stored size of each buffer without padding (bytes)
 * @param viewBuffers the number of data buffers of each view field
 * @param compression the compression of the buffers
 */
record RecordHeader(
    long rows,
    long[] lengths,
    long[] nullCounts,
    long[] offsets,
    long[] sizes,
    long[] viewBuffers,
    ArrowCompression compression) {}
