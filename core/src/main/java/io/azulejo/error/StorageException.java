package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** Thrown if a disk, a file system or a storage service fails to read, write, list or delete. */
public final class StorageException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;
  private final boolean withoutEffect;

  /**
   * Creates an exception for a failed operation that may have changed the store.
   *
   * @param location a local path or a URI; null if unknown
   * @param retryable whether retrying the same operation may succeed
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
   * Returns an exception for a failed operation that did not change the store.
   *
   * @param location a local path or a URI; null if unknown
   * @param retryable whether retrying the same operation may succeed
   */
  public static StorageException withoutEffect(
      String message, @Nullable String location, @Nullable Throwable cause, boolean retryable) {
    return new StorageException(message, location, cause, retryable, true);
  }

  /** Returns whether retrying the same operation may succeed. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * Returns whether the failed operation is known to have no effect: it did not change the store,
   * and it will not change it later. If false, the operation may have completed, or may still
   * complete.
   */
  public boolean withoutEffect() {
    return withoutEffect;
  }
}
