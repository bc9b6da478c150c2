package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parent of all exceptions of this engine. The subclasses are chosen by what the caller can do.
 *
 * <p>Four exceptions of the JDK remain:
 *
 * <ul>
 *   <li>{@link NullPointerException} if an argument is null that must not be null
 *   <li>{@link IndexOutOfBoundsException} if a caller of a storage gives a part of a byte array
 *       that is out of range, as {@link java.io.InputStream} throws it
 *   <li>exceptions that an interface of the JDK demands, such as {@link
 *       java.util.NoSuchElementException} of {@link java.util.Iterator#next} and {@link
 *       UnsupportedOperationException} of unmodifiable lists
 *   <li>exceptions of the caller's own code, such as a consumer of batches, which pass unchanged
 * </ul>
 *
 * <p>A future of an asynchronous call completes with the same exceptions, which {@code get} and
 * {@code join} wrap as the JDK defines.
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
   * Returns the array, group or file that the engine worked on: a path in the local file system, a
   * URI elsewhere. Empty if it is not known.
   */
  public Optional<String> location() {
    return Optional.ofNullable(location);
  }
}
