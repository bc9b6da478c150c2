package io.azulejo.cli.terminal;

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
import java.nio.file.FileSystemException;
import java.util.stream.Collectors;

/**
 * Runs a read of an input file and converts every failure into one error that names the file;
 * libraries throw arbitrary exceptions on damaged files.
 *
 * @param <T> the result of the read
 */
@FunctionalInterface
public interface FileReading<T> {
  /** Maximum characters of a line of a message: texts that it quotes may have any length. */
  int LONGEST = 600;

  /** Maximum characters of a message of several lines. */
  int LONGEST_LINES = 5 * LONGEST;

  /** Characters of the end of a long message, which says what to do. */
  int SHOWN_END = 200;

  /** Reads. */
  T read() throws IOException;

  /**
   * Runs a read by a library. Its exceptions mean that the file is damaged.
   *
   * @param name the name of the files in messages that do not name one: whose exceptions have no
   *     location
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
          name + ": it is damaged, or has what cannot be read; --debug shows where", name, e);
    }
  }

  /**
   * Runs a read by code of Azulejo, whose unexpected exceptions are bugs and pass.
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
              + ": it is damaged, or takes more memory than there is; if it is whole, give more, such"
              + " as AZULEJO_OPTS=-Xmx4g",
          name,
          e);
    } catch (UncheckedIOException e) {
      throw failed(name, e.getCause());
    } catch (IOException e) {
      throw failed(name, e);
    }
  }

  /** Returns what to throw; throws failures of the file system. */
  private static RuntimeException failed(String name, IOException e) throws FileSystemException {
    if (e instanceof ClosedByInterruptException) {
      return new CancelledException("interrupted while reading " + name, e);
    }
    if (e instanceof FileSystemException failure) {
      throw failure;
    }
    if (e instanceof EOFException) {
      return new InvalidRequestException(name + ": it is cut off", name, e);
    }
    // Libraries have exceptions of their own; the system's are of no other type.
    return e.getClass() == IOException.class
        ? new StorageException(
            "cannot read %s: %s".formatted(name, LocalFile.reason(e)), null, e, false)
        : new InvalidRequestException(
            shortened(name + ": it is damaged, or cannot be read: " + LocalFile.reason(e)),
            name,
            e);
  }

  /** Shortens long lines, and then a message of many. */
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
