package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** The named thing is not there. */
public final class NotFoundException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean object;

  /** An error without a location. */
  public NotFoundException(String message) {
    this(message, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public NotFoundException(String message, @Nullable String location) {
    this(message, location, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public NotFoundException(String message, @Nullable String location, @Nullable Throwable cause) {
    this(message, location, cause, false);
  }

  private NotFoundException(
      String message, @Nullable String location, @Nullable Throwable cause, boolean object) {
    super(message, location, cause);
    this.object = object;
  }

  /** Returns the error for a location (a local path or a URI) that has no array or no group. */
  public static NotFoundException ofObject(String message, String location) {
    return new NotFoundException(message, location, null, true);
  }

  /** Returns whether an array or a group is missing at the location. */
  public boolean isObject() {
    return object;
  }
}
