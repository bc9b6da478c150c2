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
import java.util.List;
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
   * @param file the name of the file in messages
   * @throws AzulejoException if the file cannot be read, is damaged, or does not fit into memory
   * @throws IOException if the file system fails
   */
  static <T> T of(String file, FileReading<T> reading) throws IOException {
    return of(List.of(file), file, reading);
  }

  /**
   * Runs a read of several files by a library, as {@link #of(String, FileReading)}.
   *
   * @param files the names of the files; a message that begins with one of them is kept
   * @param all the name of all files, for messages that do not name one
   */
  static <T> T of(List<String> files, String all, FileReading<T> reading) throws IOException {
    try {
      return ofRows(files, all, reading);
    } catch (AzulejoException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw new InvalidRequestException(
          all + ": it is damaged, or has what cannot be read; --debug shows where", null, e);
    }
  }

  /**
   * Runs a read by code of Azulejo, whose unexpected exceptions are bugs and pass.
   *
   * @param files the names of the files; a message that begins with one of them is kept
   * @param all the name of all files, for messages that do not name one
   * @throws AzulejoException if a file cannot be read, is damaged, or does not fit into memory
   * @throws IOException if the file system fails
   */
  static <T> T ofRows(List<String> files, String all, FileReading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(named(files, all, e.getMessage()), null, e);
    } catch (CorruptDataException e) {
      throw e.at(all);
    } catch (UnsupportedFormatException e) {
      throw e.at(all);
    } catch (OutOfMemoryError e) {
      throw new InvalidRequestException(
          all
              + ": it is damaged, or takes more memory than there is; if it is whole, give more, such"
              + " as AZULEJO_OPTS=-Xmx4g",
          null,
          e);
    } catch (UncheckedIOException e) {
      throw failed(files, all, e.getCause());
    } catch (IOException e) {
      throw failed(files, all, e);
    }
  }

  /** Returns what to throw; throws failures of the file system. */
  private static RuntimeException failed(List<String> files, String all, IOException e)
      throws FileSystemException {
    if (e instanceof ClosedByInterruptException) {
      return new CancelledException("interrupted while reading " + all, e);
    }
    if (e instanceof FileSystemException failure) {
      throw failure;
    }
    if (e instanceof EOFException) {
      return new InvalidRequestException(all + ": it is cut off", null, e);
    }
    // Libraries have exceptions of their own; the system's are of no other type.
    return e.getClass() == IOException.class
        ? new StorageException(
            "cannot read %s: %s".formatted(all, LocalFile.reason(e)), null, e, false)
        : new InvalidRequestException(
            named(files, all, "it is damaged, or cannot be read: " + LocalFile.reason(e)), null, e);
  }

  private static String named(List<String> files, String all, String message) {
    boolean named =
        message.startsWith(all + ": ")
            || files.stream().anyMatch(file -> message.startsWith(file + ": "));
    return shortened(named ? message : all + ": " + message);
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
