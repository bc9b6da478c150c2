package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * It is not known whether a change was committed: the store failed at that moment. Nothing was
 * deleted. Open the array to see whether the change is there before it is made again.
 */
public final class CommitUnknownException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public CommitUnknownException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public CommitUnknownException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public CommitUnknownException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
