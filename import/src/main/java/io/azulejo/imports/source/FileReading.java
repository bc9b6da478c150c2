package io.azulejo.imports.source;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A read of an input file. The static methods run one and convert its failures to exceptions that
 * name the file. This is necessary because libraries throw arbitrary exceptions for damaged files.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface FileReading<T> {
  /** Maximum number of characters per line of a message. Lines may quote text of any length. */
  int LONGEST = 600;

  /** Maximum number of characters in a message with several lines. */
  int LONGEST_LINES = 5 * LONGEST;

  /** Number of characters to keep at the end of a long message, where the advice is. */
  int SHOWN_END = 200;

  /**
   * Reads from the file.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  T read() throws IOException;

  /**
   * Runs a read that calls a library. Every unexpected exception means that the file is damaged.
   *
   * @param name name of the file; exceptions get it unless they have a location
   * @return the result of the read
   * @throws InvalidRequestException if the file is damaged or does not fit into memory
   * @throws CancelledException if the thread is interrupted
   * @throws FileSystemException if the file cannot be opened, such as a file that does not exist
   * @throws StorageException if any other I/O failure occurs
   */
  static <T> T of(String name, FileReading<T> reading) throws IOException {
    try {
      return ofRows(name, reading);
    } catch (AzulejoException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw new InvalidRequestException(
          name
              + ": the file is damaged, or uses unsupported features; use --debug for a stack trace",
          name,
          e);
    }
  }

  /**
   * Runs a read that calls only Azulejo's own code. It differs from {@link #of} in one respect:
   * unexpected exceptions are bugs and are passed on.
   *
   * @param name name of the file or files; exceptions get it unless they have a location
   * @return the result of the read
   * @throws InvalidRequestException if a file is damaged or does not fit into memory
   * @throws CancelledException if the thread is interrupted
   * @throws FileSystemException if a file cannot be opened, such as a file that does not exist
   * @throws StorageException if any other I/O failure occurs
   */
  static <T> T ofRows(String name, FileReading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (InvalidRequestException e) {
      String message = e.location().isPresent() ? e.getMessage() : name + ": " + e.getMessage();
      throw new InvalidRequestException(shortened(message), e.location().orElse(name), e);
    } catch (CorruptDataException e) {
      throw e.at(name);
    } catch (UnsupportedFormatException e) {
      throw e.at(name);
    } catch (OutOfMemoryError e) {
      throw new InvalidRequestException(
          name
              + ": the file is damaged, or does not fit into memory; if it is intact, increase the memory,"
              + " such as AZULEJO_OPTS=-Xmx4g",
          name,
          e);
    } catch (UncheckedIOException e) {
      throw failed(name, e.getCause());
    } catch (IOException e) {
      throw failed(name, e);
    }
  }

  /**
   * Runs a call of a library, as a part of a read that {@link #of} runs.
   *
   * @param failure message of the exception to throw if the library fails
   * @param explained selects the exceptions of the library whose messages help users; these
   *     messages are appended
   * @return the result of the call
   * @throws InvalidRequestException if the library fails
   */
  static <T> T byLibrary(String failure, Predicate<Throwable> explained, FileReading<T> reading) {
    try {
      return reading.read();
    } catch (AzulejoException e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      boolean said = explained.test(e) && e.getMessage() != null;
      throw new InvalidRequestException(said ? failure + ": " + e.getMessage() : failure, null, e);
    }
  }

  /** Converts an I/O failure to the exception to throw. Rethrows failures that name the file. */
  private static RuntimeException failed(String name, IOException e) throws FileSystemException {
    if (e instanceof ClosedByInterruptException) {
      return new CancelledException("interrupted while reading " + name, e);
    }
    if (e instanceof FileSystemException failure) {
      throw failure;
    }
    if (e instanceof EOFException) {
      return new InvalidRequestException(name + ": the file is truncated", name, e);
    }
    // The operating system's failures are plain IOExceptions. Libraries throw subclasses.
    return e.getClass() == IOException.class
        ? unreadable(name, e)
        : new InvalidRequestException(
            shortened(name + ": the file is damaged, or cannot be read: " + reason(e)), name, e);
  }

  /**
   * Creates the exception for a file that the operating system cannot read.
   *
   * @param name name of the file
   */
  static StorageException unreadable(String name, IOException e) {
    return new StorageException("cannot read %s: %s".formatted(name, reason(e)), null, e, false);
  }

  /**
   * Describes why a file operation failed, for the end of a message. The text starts with a
   * lower-case letter. For some failures, the JDK gives the reason only by the exception type.
   */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it already exists";
    }
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    if (reason == null || reason.isBlank()) {
      return e.getClass().getSimpleName();
    }
    return reason.startsWith("Too many levels of symbolic links")
        ? "its symbolic links form a loop"
        : reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }

  /** Shortens each long line, and then the message if it is still too long. */
  private static String shortened(String message) {
    String lines =
        message.lines().map(line -> shortened(line, LONGEST)).collect(Collectors.joining("\n"));
    return shortened(lines, LONGEST_LINES);
  }

  /** Replaces the middle of a long message with an ellipsis. */
  private static String shortened(String message, int longest) {
    int length = message.length();
    return length <= longest
        ? message
        : message.substring(0, longest - SHOWN_END) + " … " + message.substring(length - SHOWN_END);
  }
}
