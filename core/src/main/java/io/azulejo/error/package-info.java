/**
 * The words for what went wrong: one unchecked, sealed family, chosen by what the caller can do. It
 * never does anything else. Start at {@link io.azulejo.error.AzulejoException}.
 */
package io.azulejo.error;
