package io.azulejo.cli.argument;

import io.azulejo.cli.grid.GridFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.FileKind;
import io.azulejo.text.input.Melting;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowReader;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.input.ValueNotation;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** How a file of rows is to be understood. */
public final class DataArguments {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "How the rows are written: csv, tsv, json or arrow; by the end of the file's name, or else its"
              + " first bytes, when not given.")
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
          "What separates the cells of csv, such as ; or \\t (a tab), or ' ' for any number of blanks, or"
              + " fixed for columns of fixed width; by"
              + " the first lines when not given.")
  private String delimiter;

  @Option(
      names = "--header",
      negatable = true,
      arity = "0",
      description =
          "Whether the names of the columns stand before the rows of csv and tsv; by the first lines when"
              + " not given. Without names columns are called column1, column2 ...")
  private Boolean header;

  @Option(
      names = "--skip",
      paramLabel = "LINES",
      description =
          "In csv and tsv: how many lines come before the names; by the first lines when not given.")
  private int skip;

  @Option(
      names = "--arrays",
      paramLabel = "NAME,...",
      description =
          "The arrays of an npz archive, or the variables of NetCDF or HDF5, of one shape, that become"
              + " attributes; when not given, all of an archive, and those over the most cells.")
  private String arrays;

  @Option(
      names = "--melt",
      paramLabel = "NAME,...",
      arity = "0..1",
      fallbackValue = "",
      description =
          "In csv and tsv: a wide table. Each row becomes one for each of its columns of values, with the"
              + " name of the column; the columns that are named stay. When none is, those before years or"
              + " dates that are names stay, or else the first one.")
  private String melt;

  @Option(
      names = "--matrix",
      description =
          "In csv and tsv: a grid of numbers, with or without the names of its rows and columns. Each"
              + " number becomes a cell: row, column, value.")
  private boolean matrix;

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

  /**
   * The files that texts name: paths, patterns, or {@code -} for standard input. A file that is
   * named more than once is read once.
   *
   * @throws InvalidRequestException if one of them has no rows, or not in the format of the others
   */
  public DataFiles files(List<String> texts, Terminal terminal) throws IOException {
    List<RowFile> files = new ArrayList<>();
    Set<Path> paths = new HashSet<>();
    for (String text : texts) {
      for (String name : FilePattern.files(text)) {
        if (name.equals("-")) {
          files.add(new ReplayedInput(terminal.in()));
          continue;
        }
        DataFiles.Local file = new DataFiles.Local(name);
        if (paths.add(file.path())) {
          files.add(file);
        }
      }
    }
    if (files.size() > 1 && texts.contains("-")) {
      throw new InvalidRequestException("standard input (-) can't be read with other files");
    }
    Optional<GridFile> grid = grid(files);
    if (grid.isPresent()) {
      refuse(ofText(), "text", files.get(0), "no text");
      refuse(ofTables(), "csv and tsv", files.get(0), "no text");
      return new DataFiles(files, Optional.empty(), grid);
    }
    if (arrays != null) {
      throw new InvalidRequestException("--arrays goes with npz archives, NetCDF and HDF5");
    }
    DataFormat first = format(files.get(0));
    for (RowFile file : files.subList(1, files.size())) {
      DataFormat other = format(file);
      if (other != first) {
        throw new InvalidRequestException(
            "%s is %s, but %s is %s: files that are read together have one format"
                .formatted(files.get(0).name(), first, file.name(), other));
      }
    }
    if (first == DataFormat.ARROW) {
      refuse(ofText(), "text", files.get(0), "arrow");
    }
    if (first == DataFormat.ARROW || first == DataFormat.JSON) {
      refuse(ofTables(), "csv and tsv", files.get(0), first.toString());
    }
    if (first == DataFormat.TSV && delimiter != null && !delimiter.matches("\t|\\\\t")) {
      throw new InvalidRequestException(
          "--delimiter goes with csv, but %s is tsv: say --format csv, too"
              .formatted(files.get(0).name()));
    }
    boolean indexes =
        enumerated == null ? first == DataFormat.TSV : enumerated == Enumerated.INDEXES;
    return new DataFiles(
        files,
        first
            .text()
            .map(text -> new RowReader.Options(text, nullWord, indexes, notation(), dialect())),
        Optional.empty());
  }

  /** What was said of how texts are to be understood. */
  private List<String> ofText() {
    return given(
        "--encoding", encoding,
        "--decimal", decimal,
        "--date-format", dates,
        "--enumerated", enumerated);
  }

  /** What was said of how lines are to be understood. */
  private List<String> ofTables() {
    return given(
        "--delimiter",
        delimiter,
        "--header",
        header,
        "--skip",
        skip == 0 ? null : skip,
        "--null",
        nullWord.isEmpty() ? null : nullWord,
        "--melt",
        melt,
        "--matrix",
        matrix ? "" : null);
  }

  /** The options that were said on the command line, of options and values in turn. */
  private List<String> given(Object... options) {
    ParseResult line = command.commandLine().getParseResult();
    List<String> given = new ArrayList<>();
    for (int i = 0; i < options.length; i += 2) {
      if (options[i + 1] != null && line.hasMatchedOption((String) options[i])) {
        given.add(options[i].toString());
      }
    }
    return given;
  }

  private static void refuse(List<String> options, String place, RowFile file, String format) {
    if (!options.isEmpty()) {
      throw new InvalidRequestException(
          "%s: %s goes with %s, but this is %s"
              .formatted(file.name(), options.get(0), place, format));
    }
  }

  /** The grid that the only file is, unless a format was named. */
  private Optional<GridFile> grid(List<RowFile> files) throws IOException {
    List<String> names = arrays == null ? List.of() : OptionScanner.list(arrays, "--arrays");
    for (RowFile file : format == null ? files : List.<RowFile>of()) {
      Optional<GridFile> grid = GridFile.of(file, FileKind.head(file), names);
      if (grid.isPresent() && files.size() > 1) {
        throw new InvalidRequestException(
            file.name() + " has the values of a whole array, and can't be read with other files");
      }
      if (grid.isPresent()) {
        return grid;
      }
    }
    return Optional.empty();
  }

  /** The format that was named, else that of a file by the end of its name or its first bytes. */
  private DataFormat format(RowFile file) throws IOException {
    byte[] head = FileKind.head(file);
    Optional<FileKind> kind = FileKind.of(head);
    if (kind.isPresent() && (format == null || FileKind.isBinary(head))) {
      throw new InvalidRequestException(
          "%s is %s: %s".formatted(file.name(), kind.get().name(), kind.get().advice()));
    }
    return Optional.ofNullable(format)
        .or(() -> DataFormat.of(file.name()))
        .or(() -> DataFormat.of(head))
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    file.name()
                        + " is no text, and nothing that is known; what has rows is csv, tsv, json or"
                        + " arrow (--format)"));
  }

  /** Whether the file is a grid of numbers. */
  public boolean isMatrix() {
    return matrix;
  }

  /** The dimensions that an array of such a file has; none where that has to be found. */
  public List<String> dimensions() {
    return matrix ? List.of(Melting.ROW, Melting.COLUMN) : List.of();
  }

  private Optional<Melting> melting() {
    if (matrix && melt != null) {
      throw new InvalidRequestException(
          "--matrix is --melt of a grid of numbers: give one of them");
    }
    if (melt == null && !matrix) {
      return Optional.empty();
    }
    return Optional.of(
        new Melting(
            matrix,
            melt == null || melt.isEmpty() ? List.of() : OptionScanner.list(melt, "--melt")));
  }

  private TextDialect dialect() {
    if (skip < 0) {
      throw new InvalidRequestException("--skip " + skip + ": the least is 0");
    }
    Optional<Character> separator =
        Optional.ofNullable(delimiter).map(text -> text.equals("\\t") ? "\t" : text).map(this::one);
    try {
      return new TextDialect(
          separator,
          Optional.ofNullable(encoding).map(Charset::forName),
          true,
          Optional.ofNullable(header),
          skip,
          melting());
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          "--encoding "
              + encoding
              + ": there are utf-8, utf-16, iso-8859-1, windows-1252 and others");
    }
  }

  private char one(String text) {
    if (text.equals("fixed")) {
      return TextDialect.FIXED;
    }
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
}
