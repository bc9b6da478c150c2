package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/** A store failed to read, write, list or delete: a disk, a file system or a service. */
public final class StorageException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;
  private final boolean withoutEffect;

  /**
   * A failure at a location (a local path or a URI), of which it is not known whether it changed
   * something.
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

  /** A failure at a location (a local path or a URI) that is known to have changed nothing. */
  public static StorageException withoutEffect(
      String message, @Nullable String location, @Nullable Throwable cause, boolean retryable) {
    return new StorageException(message, location, cause, retryable, true);
  }

  /** Whether the same operation may succeed when it is tried again. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * Whether it is known that the operation changed nothing and will not do so later: a file that it
   * was to create is not there for its sake, and does not come. Where this is false, it may have
   * been done in whole, or may still be.
   */
  public boolean withoutEffect() {
    return withoutEffect;
  }
}
