package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if an array, a group, a file or another named object does not exist. */
public final class NotFoundException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean object;

  /** Creates an error without a location. */
  public NotFoundException(String message) {
    this(message, null, null);
  }

  /** Creates an error at a location (a local path or a URI). */
  public NotFoundException(String message, @Nullable String location) {
    this(message, location, null);
  }

  /** Creates an error at a location (a local path or a URI) with its cause. */
  public NotFoundException(String message, @Nullable String location, @Nullable Throwable cause) {
    this(message, location, cause, false);
  }

  private NotFoundException(
      String message, @Nullable String location, @Nullable Throwable cause, boolean object) {
    super(message, location, cause);
    this.object = object;
  }

  /** Returns an error for a location (a local path or a URI) without an array or a group. */
  public static NotFoundException ofObject(String message, String location) {
    return new NotFoundException(message, location, null, true);
  }

  /** Returns whether an array or a group is missing at the location. */
  public boolean isObject() {
    return object;
  }
}
