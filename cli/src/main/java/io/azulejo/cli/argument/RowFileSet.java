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
 * The input files of a command, and how to parse them.
 *
 * @param files the files in reading order, at least one
 * @param text how to parse their text; empty for Arrow and grids
 * @param grid the only file, if it holds the values of all cells of a box
 */
public record RowFileSet(List<RowFile> files, Optional<RowOptions> text, Optional<GridFile> grid) {
  /** Returns the name of the files for messages. */
  public String name() {
    return RowFile.name(files);
  }

  /**
   * Runs a library's read of the files.
   *
   * @see FileReading#of
   */
  public <T> T read(FileReading<T> reading) throws IOException {
    return FileReading.of(name(), reading);
  }

  /**
   * Runs Azulejo's own read of the files.
   *
   * @see FileReading#ofRows
   */
  public <T> T readRows(FileReading<T> reading) throws IOException {
    return FileReading.ofRows(name(), reading);
  }

  /** Returns the size of all files in bytes; 0 if unknown. */
  public long size() {
    return files.stream().mapToLong(RowFile::size).sum();
  }

  /** Returns the same files, to be opened for the last time. */
  public RowFileSet asLastRead() {
    for (RowFile file : files) {
      if (file instanceof ReplayedInput input) {
        input.stopKeepingBytes();
      }
    }
    return this;
  }

  /** Returns the same files, to be opened for what may be the last time. */
  public RowFileSet asPossiblyLastRead() {
    for (RowFile file : files) {
      if (file instanceof ReplayedInput input) {
        input.limitKeptBytes();
      }
    }
    return this;
  }

  /**
   * Returns the first file that cannot be read again: a pipe, or standard input that was not kept.
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

  /** Opens an Arrow file, compressed or not. */
  public static ArrowReader arrow(RowFile file) throws IOException {
    return file instanceof Local local && !local.isCompressed()
        ? ArrowReader.open(LocalFile.path(local.name()))
        : ArrowReader.of(file.name(), new BufferedInputStream(file.decompressed()));
  }

  /** A local file. */
  record Local(String name) implements RowFile {
    private static final String ROWS = "a file of rows";

    Local {
      Path path = LocalFile.path(name);
      if (Files.isDirectory(path)) {
        throw new InvalidRequestException(name + " is " + folder(path));
      }
      LocalFile.require(name, ROWS);
    }

    /** Describes a folder given in place of a file, and the remedy. */
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

    /** Returns the path with links resolved, if possible. */
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
