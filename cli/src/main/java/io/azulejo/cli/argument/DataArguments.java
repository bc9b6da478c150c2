package io.azulejo.cli.argument;

import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowReader;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.input.ValueNotation;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a file of rows is to be understood. */
public final class DataArguments {
  private static final String ROWS = "a file of rows";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "How the rows are written: csv, tsv, json or arrow; by the end of the file's name when not"
              + " given.")
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
          "What the cells of enumerated attributes are: values or indexes; when not given as read"
              + " shows them, indexes in tsv, else values.")
  private Enumerated enumerated;

  @Option(
      names = "--date-format",
      paramLabel = "ORDER",
      description =
          "What 3/4/2020 is: dmy the third of April, mdy the fourth of March; with iso only dates of"
              + " ISO 8601 are dates. When not given, by what the dates of the file show.")
  private DateForm dates;

  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      description =
          "The decimal mark of numbers, a point (when not given) or a comma; the other one may separate"
              + " thousands.")
  private String decimal;

  @Option(
      names = "--delimiter",
      paramLabel = "CHARACTER",
      description =
          "What separates the cells of csv, such as ; or \\t (a tab); by the first lines when not given.")
  private String delimiter;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "The encoding of the text, such as utf-16 or iso-8859-1; by the first bytes when not given.")
  private String encoding;

  /** What the cells of enumerated attributes are. */
  public enum Enumerated {
    /** Values of the enumeration. */
    VALUES,
    /** Their indexes. */
    INDEXES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How the texts of a file are to be understood; empty where it is Arrow. */
  public Optional<RowReader.Options> options(String file) {
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
                                + " has no name that shows its format; give --format csv, tsv,"
                                + " json or arrow"));
    boolean indexes =
        enumerated == null ? known == DataFormat.TSV : enumerated == Enumerated.INDEXES;
    return known
        .text()
        .map(text -> new RowReader.Options(text, nullWord, indexes, notation(), dialect()));
  }

  private TextDialect dialect() {
    Optional<Character> separator =
        Optional.ofNullable(delimiter).map(text -> text.equals("\\t") ? "\t" : text).map(this::one);
    try {
      return new TextDialect(separator, Optional.ofNullable(encoding).map(Charset::forName), true);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          "--encoding "
              + encoding
              + ": there are utf-8, utf-16, iso-8859-1, windows-1252 and others");
    }
  }

  private char one(String text) {
    if (text.length() != 1 || "\"\r\n".contains(text)) {
      throw new InvalidRequestException(
          "--delimiter " + delimiter + ": one character, such as , or ; or \\t for a tab");
    }
    return text.charAt(0);
  }

  private ValueNotation notation() {
    if (decimal != null && !decimal.equals(".") && !decimal.equals(",")) {
      throw new InvalidRequestException("--decimal " + decimal + ": there are . and ,");
    }
    return new ValueNotation(dates == null ? DateForm.GUESS : dates, ",".equals(decimal));
  }

  /** A file of rows; {@code -} is standard input, which can be read once only. */
  public static RowFile source(String file, Terminal terminal) {
    return new RowFile() {
      @Override
      public String name() {
        return DataArguments.name(file);
      }

      @Override
      public InputStream open() {
        return DataArguments.open(file, terminal);
      }

      @Override
      public long size() {
        return DataArguments.size(file);
      }
    };
  }

  /** The name of a file for messages. */
  public static String name(String file) {
    return file.equals("-") ? "standard input" : file;
  }

  /** The bytes of a file; {@code -} is standard input. */
  public static InputStream open(String file, Terminal terminal) {
    return file.equals("-") ? terminal.in() : LocalFile.open(file, ROWS);
  }

  /** The bytes of a file; 0 where that is not known. */
  public static long size(String file) {
    return file.equals("-") ? 0 : LocalFile.size(file, ROWS);
  }
}
