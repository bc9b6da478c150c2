package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if the location for a new array, group or file is already in use. */
public final class AlreadyExistsException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a location. */
  public AlreadyExistsException(String message) {
    super(message, null, null);
  }

  /** Creates an exception with a location (a local path or a URI) and a cause. */
  public AlreadyExistsException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** Creates an error at a location (a local path or a URI) with its cause. */
  public AlreadyExistsException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
