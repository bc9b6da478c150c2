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
 * Runs a read of an input file and converts every failure into one error that names the file;
 * libraries throw arbitrary exceptions on damaged files.
 *
 * @param <T> the result of the read
 */
@FunctionalInterface
public interface FileReading<T> {
  /** Maximum characters of a line of a message, because quoted texts may have any length. */
  int LONGEST = 600;

  /** Maximum characters of a message of several lines. */
  int LONGEST_LINES = 5 * LONGEST;

  /** Number of characters to keep at the end of a long message, which holds the advice. */
  int SHOWN_END = 200;

  /** Reads and returns the result. */
  T read() throws IOException;

  /**
   * Runs a read by a library. Its exceptions mean that the file is damaged.
   *
   * @param name the name of the files, for messages of exceptions without a location
   * @throws AzulejoException if the file cannot be read, is damaged, or does not fit into memory
   * @throws IOException if the file system fails
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
   * Runs a read by Azulejo's own code, whose unexpected exceptions are bugs and are passed on.
   *
   * @param name as in {@link #of}
   * @throws AzulejoException if a file cannot be read, is damaged, or does not fit into memory
   * @throws IOException if the file system fails
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
   * Runs a read by a library within a read of {@link #of}.
   *
   * @param failure the meaning of a failure
   * @param explained accepts exceptions of the library whose messages are meant for people
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

  /** Returns the exception to throw; rethrows failures of the file system. */
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
    // Libraries use their own subclasses; the operating system's failures are plain {@code
    // IOException}s.
    return e.getClass() == IOException.class
        ? unreadable(name, e)
        : new InvalidRequestException(
            shortened(name + ": the file is damaged, or cannot be read: " + reason(e)), name, e);
  }

  /** Returns the exception for a failure of the file system. */
  static StorageException unreadable(String name, IOException e) {
    return new StorageException("cannot read %s: %s".formatted(name, reason(e)), null, e, false);
  }

  /** Returns the reason for a failure; for some failures the JDK has only the exception type. */
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

  /** Shortens long lines, then the whole message. */
  private static String shortened(String message) {
    String lines =
        message.lines().map(line -> shortened(line, LONGEST)).collect(Collectors.joining("\n"));
    return shortened(lines, LONGEST_LINES);
  }

  /** Shortens a long message by cutting out its middle. */
  private static String shortened(String message, int longest) {
    int length = message.length();
    return length <= longest
        ? message
        : message.substring(0, longest - SHOWN_END) + " … " + message.substring(length - SHOWN_END);
  }
}
