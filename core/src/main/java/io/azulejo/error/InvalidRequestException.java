package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * The caller asked for something that cannot be done: an argument is out of range, a text cannot be
 * parsed, an object is closed or in a state that does not allow the call, or the request does not
 * fit the schema, the key or the memory budget. The message says what would be valid.
 *
 * <p>Public methods throw this exception for every bad argument and every wrong use, where other
 * libraries throw {@link IllegalArgumentException} or {@link IllegalStateException}. {@link
 * AzulejoException} lists the exceptions of the JDK that remain.
 */
public final class InvalidRequestException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public InvalidRequestException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public InvalidRequestException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public InvalidRequestException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
