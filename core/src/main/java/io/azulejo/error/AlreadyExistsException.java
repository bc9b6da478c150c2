package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if an array, a group or a file already exists where a new one was to be created. */
public final class AlreadyExistsException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an error without a location. */
  public AlreadyExistsException(String message) {
    super(message, null, null);
  }

  /** Creates an error at a location (a local path or a URI). */
  public AlreadyExistsException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** Creates an error at a location (a local path or a URI) with its cause. */
  public AlreadyExistsException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
