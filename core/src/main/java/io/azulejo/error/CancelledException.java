package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * A read, a write or other work ended before it was done, because its thread was interrupted or it
 * was cancelled or closed. A thread that was interrupted stays interrupted. What a change had not
 * committed by then is not part of the array.
 */
public final class CancelledException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public CancelledException(String message) {
    this(message, null);
  }

  /** An error with what caused it. */
  public CancelledException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
