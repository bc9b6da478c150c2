package io.azulejo.cli;

import io.azulejo.cli.data.DataFile;
import io.azulejo.cli.data.DataFormat;
import io.azulejo.error.InvalidRequestException;
import java.io.InputStream;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How a file of rows is to be understood. */
final class DataArguments {
  private static final String ROWS = "a file of rows";

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
    if (!file.equals("-")) {
      LocalFile.require(file, ROWS);
    }
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
  static InputStream open(String file, Terminal terminal) {
    return file.equals("-") ? terminal.in() : LocalFile.open(file, ROWS);
  }

  /** The bytes of a file; 0 where that is not known. */
  static long size(String file) {
    return file.equals("-") ? 0 : LocalFile.size(file, ROWS);
  }
}
