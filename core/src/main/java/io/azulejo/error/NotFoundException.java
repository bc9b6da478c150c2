package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if an array, a group, a file or another named object does not exist. */
public final class NotFoundException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean object;

  /** Creates an exception without a location. */
  public NotFoundException(String message) {
    this(message, null, null);
  }

  /** Creates an exception with a location (a local path or a URI). */
  public NotFoundException(String message, @Nullable String location) {
    this(message, location, null);
  }

  /** Creates an exception with a location (a local path or a URI) and a cause. */
  public NotFoundException(String message, @Nullable String location, @Nullable Throwable cause) {
    this(message, location, cause, false);
  }

  private NotFoundException(
      String message, @Nullable String location, @Nullable Throwable cause, boolean object) {
    super(message, location, cause);
    this.object = object;
  }

  /**
   * Returns an exception for a location that contains neither an array nor a group.
   *
   * @param location a local path or a URI
   */
  public static NotFoundException ofObject(String message, String location) {
    return new NotFoundException(message, location, null, true);
  }

  /**
   * Returns whether {@link #location} contains neither an array nor a group. False if something
   * else is missing, such as a file.
   */
  public boolean isObject() {
    return object;
  }
}
