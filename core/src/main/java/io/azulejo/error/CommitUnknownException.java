package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * The publish may or may not have happened; nothing was deleted: look at the array, then decide.
 */
public final class CommitUnknownException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public CommitUnknownException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a URI). */
  public CommitUnknownException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a URI) with the exception that led to it. */
  public CommitUnknownException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
