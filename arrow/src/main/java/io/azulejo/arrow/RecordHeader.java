package io.azulejo.arrow;

/**
 * What the message of a record batch says of its body.
 *
 * @param rows the number of rows
 * @param lengths the number of values of each field and each child, depth first
 * @param nullCounts how many of them are null
 * @param offsets where each buffer begins in the body
 * @param sizes the bytes of each buffer
 * @param viewBuffers of each field of views how many buffers of bytes it has
 * @param compression how buffers are compressed
 */
record RecordHeader(
    long rows,
    long[] lengths,
    long[] nullCounts,
    long[] offsets,
    long[] sizes,
    long[] viewBuffers,
    ArrowCompression compression) {}
