/**
 * Converts between cells and the off-heap vectors of Arrow's Java library. {@link
 * io.azulejo.arrow.vector.VectorReader} reads an array as an {@code ArrowReader} or exports it as a
 * stream of Arrow's C interface. {@link io.azulejo.arrow.vector.VectorDecoder} converts vectors to
 * batches. Types and metadata are the same as in {@link io.azulejo.arrow}.
 */
@NullMarked
package io.azulejo.arrow.vector;

import org.jspecify.annotations.NullMarked;
