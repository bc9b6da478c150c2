/**
 * Cells and the vectors of Arrow's own Java library, which lie outside the heap. {@link
 * io.azulejo.arrow.vector.VectorReader} is a read as an {@code ArrowReader}, and as a stream of
 * Arrow's C interface; {@link io.azulejo.arrow.vector.VectorDecoder} makes batches of vectors.
 * Types and metadata are those of {@link io.azulejo.arrow}.
 */
@NullMarked
package io.azulejo.arrow.vector;

import org.jspecify.annotations.NullMarked;
