package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** The named thing is not there. */
public final class NotFoundException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public NotFoundException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public NotFoundException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public NotFoundException(String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
