package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parent of everything that this engine throws besides the JDK's own exceptions for arguments
 * that are never valid ({@link IllegalArgumentException}) and for closed objects ({@link
 * IllegalStateException}). The subclasses are chosen by what the caller can do.
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

  /** The array, group or file that was being worked on, as a URI, where it is known. */
  public Optional<String> location() {
    return Optional.ofNullable(location);
  }
}
