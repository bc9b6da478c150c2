package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store failed during a commit, so that the change may or may not be committed.
 * Nothing was deleted. Before repeating the change, open the array and check whether the change is
 * there.
 */
public final class CommitUnknownException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an error without a location. */
  public CommitUnknownException(String message) {
    super(message, null, null);
  }

  /** Creates an error at a location (a local path or a URI). */
  public CommitUnknownException(String message, @Nullable String location) {
    super(message, location, null);
  }

  /** Creates an error at a location (a local path or a URI) with its cause. */
  public CommitUnknownException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, location, cause);
  }
}
