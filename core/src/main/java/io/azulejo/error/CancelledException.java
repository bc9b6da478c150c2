package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an operation ends early because its thread was interrupted, or because the operation
 * was cancelled or closed. The thread's interrupt status stays set. Changes that were not yet
 * committed do not become part of the array.
 */
public final class CancelledException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a cause. */
  public CancelledException(String message) {
    this(message, null);
  }

  /** Creates an exception with a cause. */
  public CancelledException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
