/**
 * Reads and writes batches of cells as Arrow IPC streams and files. Start with {@link
 * io.azulejo.arrow.ArrowWriter} and {@link io.azulejo.arrow.ArrowReader}. An {@link
 * io.azulejo.arrow.ArrowTable} describes the columns.
 *
 * <p>Field metadata stores the properties that Arrow types lack, so a round trip is lossless. All
 * data is on the heap. Input is validated before use.
 */
@NullMarked
package io.azulejo.arrow;

import org.jspecify.annotations.NullMarked;
