package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Superclass of all exceptions of the engine. Each subclass stands for one reaction of the caller.
 *
 * <p>Four kinds of other exceptions remain:
 *
 * <ul>
 *   <li>{@link NullPointerException} if an argument is null and must not be
 *   <li>{@link IndexOutOfBoundsException} if the caller of a storage passes a range outside a byte
 *       array, as for {@link java.io.InputStream}
 *   <li>exceptions required by an interface of the JDK, such as {@link
 *       java.util.NoSuchElementException} from {@link java.util.Iterator#next} and {@link
 *       UnsupportedOperationException} from unmodifiable lists
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
   * Returns the location of the array, group or file: a path in the local file system, else a URI.
   * Empty if unknown.
   */
  public Optional<String> location() {
    return Optional.ofNullable(location);
  }
}
