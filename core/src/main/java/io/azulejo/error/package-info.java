/**
 * Exceptions: one sealed family of unchecked exceptions. Each class stands for one way in which the
 * caller can react. {@link io.azulejo.error.AzulejoException} is the superclass; catch it to catch
 * all exceptions of the engine.
 *
 * <p>Invalid arguments, calls on closed objects and other misuse of the API cause an {@link
 * io.azulejo.error.InvalidRequestException}.
 */
@NullMarked
package io.azulejo.error;

import org.jspecify.annotations.NullMarked;
