package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * The request does not fit the schema, the state, the key or the memory budget, though its values
 * are valid by themselves. The message says what would fit.
 */
public final class InvalidRequestException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public InvalidRequestException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a URI). */
  public InvalidRequestException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a URI) with the exception that led to it. */
  public InvalidRequestException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
