package io.azulejo.cli.terminal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CancellationException;

/**
 * Reads parts of a file that others made. Whatever goes wrong in a reader is one error that names
 * the file: readers of libraries fail in as many ways as there are damaged files.
 *
 * @param <T> what is read
 */
@FunctionalInterface
public interface FileReading<T> {
  /** Characters of a message: what it quotes of a file may be of any length. */
  int LONGEST = 600;

  /** Characters of a long message that are its end, which says what to do. */
  int END = 200;

  /** Reads it. */
  T read() throws IOException;

  /**
   * Reads something of a file.
   *
   * @param file what messages call the file
   * @throws AzulejoException if it cannot be read, is damaged, or takes more memory than there is
   * @throws IOException if the file system fails
   */
  static <T> T of(String file, FileReading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(named(file, e.getMessage()), null, e);
    } catch (CorruptDataException e) {
      throw e.at(file);
    } catch (UnsupportedFormatException e) {
      throw e.at(file);
    } catch (AzulejoException | CancellationException | FileSystemException e) {
      throw e;
    } catch (EOFException e) {
      throw new InvalidRequestException(file + ": it is cut off", null, e);
    } catch (IOException e) {
      throw new InvalidRequestException(
          named(file, "it is damaged, or cannot be read: " + LocalFile.reason(e)), null, e);
    } catch (OutOfMemoryError e) {
      throw new InvalidRequestException(
          file
              + ": it is damaged, or takes more memory than there is; if it is whole, give more, such"
              + " as AZULEJO_OPTS=-Xmx4g",
          null,
          e);
    } catch (RuntimeException | StackOverflowError e) {
      throw new InvalidRequestException(
          file + ": it is damaged, or has what cannot be read; --debug shows where", null, e);
    }
  }

  private static String named(String file, String message) {
    return message.contains(file) ? message : file + ": " + shortened(message);
  }

  /** A message without the middle of what it quotes, where that is long. */
  private static String shortened(String message) {
    int length = message.length();
    return length <= LONGEST
        ? message
        : message.substring(0, LONGEST - END) + " … " + message.substring(length - END);
  }
}
