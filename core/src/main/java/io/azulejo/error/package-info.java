/**
 * Exceptions: one sealed family of unchecked exceptions, divided by how the caller can react. Start
 * at {@link io.azulejo.error.AzulejoException}; catching it catches all errors of the engine.
 *
 * <p>A bad argument, a closed object and any other wrong use is an {@link
 * io.azulejo.error.InvalidRequestException}.
 */
@NullMarked
package io.azulejo.error;

import org.jspecify.annotations.NullMarked;
