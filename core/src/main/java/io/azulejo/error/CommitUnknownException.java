package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store failed during a commit and it is unknown whether the change was committed.
 * The engine has deleted nothing. Before you repeat the change, open the array and check whether it
 * contains the change.
 */
public final class CommitUnknownException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a location. */
  public CommitUnknownException(String message) {
    super(message, null, null);
  }

  /** Creates an exception with a location (a local path or a URI). */
  public CommitUnknownException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** Creates an exception with a location (a local path or a URI) and a cause. */
  public CommitUnknownException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
