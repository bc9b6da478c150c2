package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a read exceeds its timeout ({@link io.azulejo.query.ReadRequest#timeout}). Set a longer
 * timeout, or read fewer cells at a time.
 */
public final class ReadTimeoutException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a cause. */
  public ReadTimeoutException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
