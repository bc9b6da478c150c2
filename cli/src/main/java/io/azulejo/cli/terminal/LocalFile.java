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

/** Access to local files that a command reads or writes. Failures name the file and the reason. */
public final class LocalFile {
  private LocalFile() {}

  /**
   * Parses a path.
   *
   * @throws InvalidRequestException if the path is invalid
   */
  public static Path path(String file) {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException("\"" + file + "\" is not a valid path: " + e.getReason());
    }
  }

  /**
   * Opens a file for reading.
   *
   * @param what the expected content, such as {@code a file of rows}
   * @throws NotFoundException if the file does not exist
   * @throws InvalidRequestException if it is a folder
   * @throws StorageException if it cannot be read, also from the stream
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

  /** Returns the size of an input file in bytes; 0 if unknown. */
  public static long size(String file, String what) {
    Path path = path(file);
    try {
      requireFile(path, file, what);
      return Files.size(path);
    } catch (IOException e) {
      throw failed("read", file, e);
    }
  }

  /** Checks that a file exists and is not a folder; does not check whether it can be read. */
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

  /** Returns the exception for a failed read or write. */
  public static RuntimeException failed(String act, String file, IOException e) {
    return e instanceof NoSuchFileException && act.equals("read")
        ? new NotFoundException(
            "file " + file + " does not exist" + PathSuggestions.ofFile(path(file)))
        : new StorageException(
            "cannot %s %s: %s".formatted(act, file, FileReading.reason(e)), null, e, false);
  }

  /** A stream whose exceptions name the file. */
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
