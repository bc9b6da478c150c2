package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The superclass of all exceptions of the engine. Each subclass tells the caller how to react.
 *
 * <p>Public methods may also throw these other exceptions:
 *
 * <ul>
 *   <li>{@link NullPointerException} if an argument is null that must not be null
 *   <li>{@link IndexOutOfBoundsException} if a caller passes an invalid range of a byte array to a
 *       storage or its streams, as {@link java.io.InputStream} does
 *   <li>exceptions that a JDK interface requires, such as {@link java.util.NoSuchElementException}
 *       from {@link java.util.Iterator#next} and {@link UnsupportedOperationException} from
 *       unmodifiable lists
 *   <li>exceptions from the caller's own code, such as a consumer of batches; they pass through
 *       unchanged
 * </ul>
 *
 * <p>If an asynchronous call fails, its future completes with the same exception. {@code get} and
 * {@code join} wrap that exception as the JDK specifies.
 */
public abstract sealed class AzulejoException extends RuntimeException
    permits InvalidRequestException,
        NotFoundException,
        AlreadyExistsException,
        ConflictException,
        CorruptDataException,
        UnsupportedFormatException,
        StorageException,
        CommitUnknownException,
        CancelledException,
        ReadTimeoutException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String location;

  AzulejoException(String message, @Nullable String location, @Nullable Throwable cause) {
    super(message, cause);
    this.location = location;
  }

  /**
   * Returns the location of the affected array, group or file: a path in the local file system, or
   * a URI in another store. Empty if the location is unknown.
   */
  public Optional<String> location() {
    return Optional.ofNullable(location);
  }
}
