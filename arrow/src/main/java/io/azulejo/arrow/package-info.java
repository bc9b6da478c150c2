/**
 * Writes batches of cells as Arrow IPC streams and files, and reads them. Start at {@link
 * io.azulejo.arrow.ArrowWriter} and {@link io.azulejo.arrow.ArrowReader}; an {@link
 * io.azulejo.arrow.ArrowTable} describes the columns.
 *
 * <p>Field metadata keeps what Arrow's types lack, so that a round trip is lossless. All bytes are
 * on the heap. Input is validated before it is used.
 */
@NullMarked
package io.azulejo.arrow;

import org.jspecify.annotations.NullMarked;
