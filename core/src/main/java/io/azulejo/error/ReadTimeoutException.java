package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * A read took longer than its timeout allows ({@link io.azulejo.query.ReadRequest#timeout}). Give
 * it more time, or read less at once.
 */
public final class ReadTimeoutException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error with what caused it. */
  public ReadTimeoutException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
