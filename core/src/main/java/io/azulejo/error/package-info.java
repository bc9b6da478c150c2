/**
 * The exceptions of the engine: one unchecked, sealed family, divided by what the caller can do.
 * Start at {@link io.azulejo.error.AzulejoException}.
 */
@NullMarked
package io.azulejo.error;

import org.jspecify.annotations.NullMarked;
