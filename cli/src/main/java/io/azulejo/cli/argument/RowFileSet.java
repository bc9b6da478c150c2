package io.azulejo.cli.argument;

import io.azulejo.arrow.ArrowReader;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.grid.GridFile;
import io.azulejo.imports.source.FileReading;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The input files of a command, with the options for parsing them.
 *
 * @param files the files in reading order, at least one
 * @param text the parse options; empty for Arrow files and grids
 * @param grid the only file, if it holds all cells of a box of an array
 */
public record RowFileSet(List<RowFile> files, Optional<RowOptions> text, Optional<GridFile> grid) {
  /** Returns the name of the files for error messages. */
  public String name() {
    return RowFile.name(files);
  }

  /**
   * Reads the files with a library. Every failure becomes an exception that names the files; see
   * {@link FileReading#of}.
   *
   * @throws io.azulejo.error.AzulejoException if a file cannot be read, is damaged, or does not fit
   *     into memory
   */
  public <T> T read(FileReading<T> reading) throws IOException {
    return FileReading.of(name(), reading);
  }

  /**
   * Reads the files with Azulejo's own code. Expected failures become exceptions that name the
   * files. Unexpected exceptions are bugs and are not converted; see {@link FileReading#ofRows}.
   *
   * @throws io.azulejo.error.AzulejoException if a file cannot be read, is damaged, or does not fit
   *     into memory
   */
  public <T> T readRows(FileReading<T> reading) throws IOException {
    return FileReading.ofRows(name(), reading);
  }

  /** Returns the total size of the files in bytes. Pipes and standard input count as 0. */
  public long size() {
    return files.stream().mapToLong(RowFile::size).sum();
  }

  /**
   * Returns this set after declaring that its files are opened only once more. Bytes of standard
   * input are then not kept.
   */
  public RowFileSet asLastRead() {
    for (RowFile file : files) {
      if (file instanceof ReplayedInput input) {
        input.stopKeepingBytes();
      }
    }
    return this;
  }

  /**
   * Returns this set after declaring that its files may be opened only once more. Bytes of standard
   * input are then kept only up to a limit.
   */
  public RowFileSet asPossiblyLastRead() {
    for (RowFile file : files) {
      if (file instanceof ReplayedInput input) {
        input.limitKeptBytes();
      }
    }
    return this;
  }

  /**
   * Returns the name of the first file that cannot be read again, if any. This is a pipe, or
   * standard input that was not kept.
   */
  public Optional<String> consumedFile() {
    return files.stream().filter(RowFileSet::isConsumed).map(RowFile::name).findFirst();
  }

  private static boolean isConsumed(RowFile file) {
    return file instanceof ReplayedInput input
        ? !input.isKept()
        : file instanceof Local local && !Files.isRegularFile(local.path());
  }

  /** Returns the same files with other parse options. */
  public RowFileSet with(Optional<RowOptions> options) {
    return new RowFileSet(files, options, grid);
  }

  /** Opens an Arrow file, which may be compressed. The caller closes the reader. */
  public static ArrowReader arrow(RowFile file) throws IOException {
    return file instanceof Local local && !local.isCompressed()
        ? ArrowReader.open(LocalFile.path(local.name()))
        : ArrowReader.of(file.name(), new BufferedInputStream(file.decompressed()));
  }

  /**
   * A local file that exists and is not a folder.
   *
   * @param name the path as typed
   */
  record Local(String name) implements RowFile {
    private static final String ROWS = "a file of rows";

    Local {
      Path path = LocalFile.path(name);
      if (Files.isDirectory(path)) {
        throw new InvalidRequestException(name + " is " + folder(path));
      }
      LocalFile.require(name, ROWS);
    }

    /**
     * Returns the end of a message about a folder that was given in place of a file, with advice.
     */
    private static String folder(Path path) {
      if (has(path, ".zarray", ".zgroup", "zarr.json")) {
        return "a Zarr array or group; in Python, numpy.save(\"array.npy\", zarr.open(FOLDER)[:])"
            + " converts an array to a readable file";
      }
      if (has(path, "__schema", "__array_schema.tdb")) {
        return "already an array; use azulejo cp to copy it, or azulejo read to print its cells";
      }
      return "a folder, not %s; use '%s' for the files in it".formatted(ROWS, path.resolve("*"));
    }

    private static boolean has(Path folder, String... names) {
      return Arrays.stream(names).anyMatch(name -> Files.exists(folder.resolve(name)));
    }

    /**
     * Returns the path with symbolic links resolved, or the absolute path if they cannot be
     * resolved.
     */
    Path path() {
      Path path = LocalFile.path(name);
      try {
        return path.toRealPath();
      } catch (IOException e) {
        return path.toAbsolutePath().normalize();
      }
    }

    @Override
    public InputStream open() {
      return LocalFile.open(name, ROWS);
    }

    @Override
    public long size() {
      return LocalFile.size(name, ROWS);
    }
  }
}
