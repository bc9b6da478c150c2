package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a commit depends on a snapshot, and another writer has changed the array since that
 * snapshot was opened. Nothing was committed. Open the array again, recompute the change from its
 * current cells, and commit the new change.
 */
public final class ConflictException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a location (a local path or a URI). */
  public ConflictException(String message, @Nullable String location) {
    super(message, location, null);
  }
}
