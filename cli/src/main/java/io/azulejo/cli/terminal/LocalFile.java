package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.imports.source.FileReading;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Access to local input files of commands. All exceptions name the file and the reason. */
public final class LocalFile {
  private LocalFile() {}

  /**
   * Parses the path of a local file.
   *
   * @throws InvalidRequestException if the path is invalid on this system
   */
  public static Path path(String file) {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException("\"" + file + "\" is not a valid path: " + e.getReason());
    }
  }

  /**
   * Opens a local file for reading. The caller closes the stream, which is not buffered.
   *
   * @param file path of the file
   * @param what the expected content for the error message, such as {@code a file of rows}
   * @throws NotFoundException if the file does not exist
   * @throws InvalidRequestException if the path is invalid or a folder
   * @throws StorageException if the file cannot be read; reading from the stream throws it as well
   */
  public static InputStream open(String file, String what) {
    Path path = path(file);
    try {
      requireFile(path, file, what);
      return new Named(Files.newInputStream(path), file);
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  /**
   * Returns the size of an input file in bytes; 0 for pipes and devices.
   *
   * @param file path of the file
   * @param what the expected content for the error message, such as {@code a file of rows}
   * @throws NotFoundException if the file does not exist
   * @throws InvalidRequestException if the path is invalid or a folder
   * @throws StorageException if the size cannot be determined
   */
  public static long size(String file, String what) {
    Path path = path(file);
    try {
      requireFile(path, file, what);
      return Files.size(path);
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  /**
   * Checks that a file exists and is not a folder. Does not check whether it can be read.
   *
   * @param file path of the file
   * @param what the expected content for the error message, such as {@code a file of rows}
   * @throws NotFoundException if the file does not exist
   * @throws InvalidRequestException if the path is invalid or a folder
   * @throws StorageException if the file's attributes cannot be read
   */
  public static void require(String file, String what) {
    try {
      requireFile(path(file), file, what);
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  private static void requireFile(Path path, String file, String what) throws IOException {
    if (Files.readAttributes(path, java.nio.file.attribute.BasicFileAttributes.class)
        .isDirectory()) {
      throw new InvalidRequestException(file + " is a folder, not " + what);
    }
  }

  /**
   * Returns the exception to throw for a failed file operation: a {@link NotFoundException} if a
   * file to be read does not exist, otherwise a {@link StorageException}.
   *
   * @param act the operation for the message, such as {@code read} or {@code write}
   * @param file path of the file
   * @param e the reason, which becomes the cause of a storage exception
   */
  public static RuntimeException failed(String act, String file, IOException e) {
    return e instanceof NoSuchFileException && act.equals("read")
        ? new NotFoundException(
            "file " + file + " does not exist" + PathSuggestions.ofFile(path(file)))
        : new StorageException(
            "cannot %s %s: %s".formatted(act, file, FileReading.reason(e)), null, e, false);
  }

  /** An input stream whose exceptions name the file. */
  private static final class Named extends FilterInputStream {
    private final String file;

    Named(InputStream in, String file) {
      super(in);
      this.file = file;
    }

    @Override
    public int read() {
      try {
        return super.read();
      } catch (IOException e) {
        throw failed("read", file, e);
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        throw failed("read", file, e);
      }
    }
  }
}
