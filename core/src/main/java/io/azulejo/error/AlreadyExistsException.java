package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** An array, a group or a file is at the place where one was to be created. */
public final class AlreadyExistsException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public AlreadyExistsException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public AlreadyExistsException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public AlreadyExistsException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
