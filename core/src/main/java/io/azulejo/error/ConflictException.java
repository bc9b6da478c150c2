package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Somebody else changed the array since the snapshot was opened that a commit depends on. Nothing
 * was committed. Open the array again, compute the change from what is there now, and commit that.
 */
public final class ConflictException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error at a location (a local path or a URI). */
  public ConflictException(String message, @Nullable String location) {
    super(message, location, null);
  }
}
