package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if a disk, a file system or a service fails to read, write, list or delete. */
public final class StorageException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;
  private final boolean withoutEffect;

  /**
   * Creates an error at a location (a local path or a URI). The failed operation may have changed
   * the store.
   */
  public StorageException(
      String message, @Nullable String location, @Nullable Throwable cause, boolean retryable) {
    this(message, location, cause, retryable, false);
  }

  private StorageException(
      String message,
      @Nullable String location,
      @Nullable Throwable cause,
      boolean retryable,
      boolean withoutEffect) {
    super(message, location, cause);
    this.retryable = retryable;
    this.withoutEffect = withoutEffect;
  }

  /**
   * Returns an error at a location (a local path or a URI). The failed operation changed nothing.
   */
  public static StorageException withoutEffect(
      String message, @Nullable String location, @Nullable Throwable cause, boolean retryable) {
    return new StorageException(message, location, cause, retryable, true);
  }

  /** Returns whether a retry of the same operation may succeed. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * Returns whether the operation is known to have changed nothing, now or later: it did not create
   * its file and will not do so. If false, the operation may have completed, or may still complete.
   */
  public boolean withoutEffect() {
    return withoutEffect;
  }
}
