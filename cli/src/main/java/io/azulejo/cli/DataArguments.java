package io.azulejo.cli;

import io.azulejo.cli.data.DataFile;
import io.azulejo.cli.data.DataFormat;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How a file of rows is to be understood. */
final class DataArguments {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "How the rows are written: csv, tsv or json; the end of the file's name tells when not"
              + " said.")
  private DataFormat format;

  @Option(
      names = "--null",
      paramLabel = "WORD",
      defaultValue = "",
      description =
          "In csv and tsv: a word that, without quotes, stands for null, such as NA; the empty one"
              + " does anyway.")
  private String nullWord;

  @Option(
      names = "--enumerated",
      paramLabel = "HOW",
      description =
          "What the cells of enumerated attributes are: values or indexes; when not said as read"
              + " shows them, indexes in tsv, else values.")
  private Enumerated enumerated;

  /** What the cells of enumerated attributes are. */
  enum Enumerated {
    /** Values of the enumeration. */
    VALUES,
    /** Their indexes. */
    INDEXES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How the texts of a file are to be understood. */
  DataFile.Options options(String file) {
    DataFormat known =
        format != null
            ? format
            : DataFormat.of(file)
                .orElseThrow(
                    () ->
                        new InvalidRequestException(
                            (file.equals("-") ? "standard input" : file)
                                + " has no name that tells its format; give --format csv, tsv or"
                                + " json"));
    boolean indexes =
        enumerated == null ? known == DataFormat.TSV : enumerated == Enumerated.INDEXES;
    return new DataFile.Options(known, nullWord, indexes);
  }

  /** The name of a file for messages. */
  static String name(String file) {
    return file.equals("-") ? "standard input" : file;
  }

  /** The bytes of a file; {@code -} is standard input. */
  static InputStream open(String file, Terminal terminal) throws IOException {
    return file.equals("-") ? terminal.in() : Files.newInputStream(path(file));
  }

  /** The bytes of a file; 0 where that is not known. */
  static long size(String file) throws IOException {
    return file.equals("-") ? 0 : Files.size(path(file));
  }

  private static Path path(String file) {
    Path path;
    try {
      path = Path.of(file);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException("\"" + file + "\" is no path: " + e.getMessage());
    }
    if (!Files.exists(path)) {
      throw new NotFoundException("there is no file " + file);
    }
    if (Files.isDirectory(path)) {
      throw new InvalidRequestException(file + " is a folder, not a file of rows");
    }
    return path;
  }
}
