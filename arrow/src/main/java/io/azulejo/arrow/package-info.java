/**
 * Arrow IPC, streams and files, from and to batches of cells. {@link io.azulejo.arrow.ArrowTable}
 * says which columns there are, {@link io.azulejo.arrow.ArrowWriter} writes them, {@link
 * io.azulejo.arrow.ArrowReader} reads what anybody wrote. Metadata of fields keep what Arrow's own
 * types do not say, so that the way back is lossless. All bytes are on the heap; what is read is
 * checked before it is believed.
 */
@NullMarked
package io.azulejo.arrow;

import org.jspecify.annotations.NullMarked;
