package io.azulejo.error;

/** An I/O operation failed. */
public final class StorageException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  /** A failure at a location (a URI). */
  public StorageException(String message, String location, Throwable cause, boolean retryable) {
    super(message, location, cause);
    this.retryable = retryable;
  }

  /** Whether the same operation may succeed when it is tried again. */
  public boolean retryable() {
    return retryable;
  }
}
