/**
 * The exceptions of the engine: one unchecked, sealed family, divided by what the caller can do.
 * Start at {@link io.azulejo.error.AzulejoException}.
 *
 * <p>A bad argument, a closed object and any other wrong use is an {@link
 * io.azulejo.error.InvalidRequestException}. One {@code catch} of {@link
 * io.azulejo.error.AzulejoException} therefore catches all errors of the engine.
 */
@NullMarked
package io.azulejo.error;

import org.jspecify.annotations.NullMarked;
