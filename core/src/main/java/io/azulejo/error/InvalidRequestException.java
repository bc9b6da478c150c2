package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * The arguments are fine alone, but impossible with this schema, state, key or budget: fix the
 * request.
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
