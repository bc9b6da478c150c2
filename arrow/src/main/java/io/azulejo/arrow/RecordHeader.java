package io.azulejo.arrow;

/**
 * The header of a record batch, which describes its body.
 *
 * @param rows the number of rows
 * @param lengths the number of values of each field and child, depth first
 * @param nullCounts the number of nulls of each field and child
 * @param offsets the position of each buffer in the body
 * @param sizes the length of each buffer (bytes)
 * @param viewBuffers the number of data buffers of each field of views
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
