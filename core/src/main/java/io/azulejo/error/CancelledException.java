package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a read, a write or other work ends early because its thread was interrupted or because
 * it was cancelled or closed. An interrupted thread stays interrupted. Changes that were not
 * committed by then do not become part of the array.
 */
public final class CancelledException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an error without a location. */
  public CancelledException(String message) {
    this(message, null);
  }

  /** Creates an error with its cause. */
  public CancelledException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
