/**
 * The words for what went wrong: one unchecked, sealed family, chosen by what the caller can do. It
 * never does anything else. Start at {@link io.azulejo.error.AzulejoException}.
 */
@NullMarked
package io.azulejo.error;

import org.jspecify.annotations.NullMarked;
