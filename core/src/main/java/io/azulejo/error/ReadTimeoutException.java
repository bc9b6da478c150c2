package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a read takes longer than its timeout ({@link io.azulejo.query.ReadRequest#timeout}).
 * Set a longer timeout, or read less at once.
 */
public final class ReadTimeoutException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an error with its cause. */
  public ReadTimeoutException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
