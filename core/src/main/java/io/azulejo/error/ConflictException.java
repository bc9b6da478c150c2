package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if another writer changed the array after the snapshot was opened on which a commit
 * depends. Nothing was committed. Open the array again, recompute the change from its present
 * cells, and commit the new change.
 */
public final class ConflictException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** Creates an error at a location (a local path or a URI). */
  public ConflictException(String message, @Nullable String location) {
    super(message, location, null);
  }
}
