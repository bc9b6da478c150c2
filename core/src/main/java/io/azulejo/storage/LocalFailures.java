package io.azulejo.storage;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts exceptions of the local file system to exceptions of the engine. */
final class LocalFailures {
  /** Failure reasons that are permanent but have no exception type in the JDK. */
  private static final Set<String> PERMANENT =
      Set.of("Operation not permitted", "Read-only file system");

  private LocalFailures() {}

  /**
   * Returns the exception for a failed operation.
   *
   * @param act the verb of the operation for the message, such as "open" in "cannot open"
   */
  static RuntimeException failed(String act, Location location, IOException e) {
    String place = location.toString();
    if (e instanceof NoSuchFileException) {
      return new NotFoundException("file not found: " + place, place, e);
    }
    if (e instanceof FileAlreadyExistsException) {
      return new AlreadyExistsException(place + " already exists", place, e);
    }
    return failure(act, location, e);
  }

  /**
   * Returns the exception for a failed creation. Checks whether the file exists, because a disk or
   * file server may report an error although it created the file.
   */
  static RuntimeException notCreated(Location file, Path path, IOException e) {
    if (e instanceof FileAlreadyExistsException || e instanceof DirectoryNotEmptyException) {
      return failed("create", file, new FileAlreadyExistsException(file.toString()));
    }
    if (e instanceof NoSuchFileException) {
      return StorageException.withoutEffect(
          "cannot create %s: its folder was deleted in the meantime".formatted(file),
          file.toString(),
          e,
          true);
    }
    StorageException failure = failure("create", file, e);
    return isRefusal(e) || isGone(path) ? withoutEffect(failure, file, e) : failure;
  }

  /** Returns the exception for a move whose source could not be inspected. */
  static RuntimeException notMoved(Location from, IOException e) {
    return withoutEffect(failure("inspect", from, e), from, e);
  }

  private static StorageException withoutEffect(
      StorageException failure, Location location, IOException e) {
    return StorageException.withoutEffect(
        Objects.requireNonNull(failure.getMessage(), "message"),
        location.toString(),
        e,
        failure.retryable());
  }

  /** Returns whether the path definitely does not exist. */
  private static boolean isGone(Path path) {
    try {
      return !LocalFolders.exists(path);
    } catch (IOException e) {
      return LocalFolders.hasFileAncestor(path);
    }
  }

  private static StorageException failure(String act, Location location, IOException e) {
    String place = location.toString();
    if (e instanceof ClosedByInterruptException) {
      return new StorageException(
          "interrupted during an attempt to %s %s".formatted(act, place), place, e, false);
    }
    String reason = reason(e);
    if (e instanceof AccessDeniedException) {
      reason = "permission denied";
    } else if (reason == null) {
      reason = e.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    } else if (reason.startsWith("Too many levels of symbolic links")) {
      reason = "its symbolic links form a loop";
    }
    return new StorageException(
        "cannot %s %s: %s".formatted(act, place, reason), place, e, !isRefusal(e));
  }

  /** Returns whether the system rejects the operation permanently, so that retrying cannot help. */
  private static boolean isRefusal(IOException e) {
    String reason = String.valueOf(reason(e));
    return e instanceof AccessDeniedException
        || PERMANENT.contains(reason)
        || reason.startsWith("Too many levels of symbolic links");
  }

  private static @Nullable String reason(IOException e) {
    return e instanceof FileSystemException system ? system.getReason() : e.getMessage();
  }
}
