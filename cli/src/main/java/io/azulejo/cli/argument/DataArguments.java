package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.grid.GridFile;
import io.azulejo.imports.source.FileKind;
import io.azulejo.text.input.Melting;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that determine how files of rows are parsed. A mixin of commands that write rows. */
public final class DataArguments {
  /** Options that apply only to text formats. */
  private static final List<String> OF_TEXT = and(TextArguments.OF_TEXT, "--enumerated");

  /** Options that apply only to CSV and TSV. */
  private static final List<String> OF_TABLES = and(TextArguments.OF_TABLES, "--melt", "--matrix");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @HelpEntry(Section.INPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "csv, tsv, json or arrow",
        "Default: by file extension, or else by the first bytes."
      })
  private DataFormat format;

  @Mixin private TextArguments text;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--enumerated",
      paramLabel = "HOW",
      description = {
        "form of enumerated values: values or indexes",
        "Default: as read prints them, which is indexes in tsv and values in other formats."
      })
  private Enumerated enumerated;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--arrays",
      paramLabel = "NAME,...",
      description = {
        "arrays of an npz file or variables of NetCDF or HDF5",
        "They must have the same shape and become attributes. Default: all arrays of an npz"
            + " file; of NetCDF and HDF5, the variables with the most cells."
      })
  private String arrays;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--melt",
      paramLabel = "NAME,...",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "unpivot a wide table: make a row of each value",
        "For csv and tsv. Each value becomes a row with the name of its column and with the"
            + " columns named here. Default: the columns before the first one that is named like a"
            + " year or date, or else the first column."
      })
  private String melt;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--matrix",
      description = {
        "read a table of numbers as a grid",
        "For csv and tsv, with or without row and column names. Each number becomes a cell of"
            + " row, column and value."
      })
  private boolean matrix;

  /** The form of enumerated values in input files. */
  public enum Enumerated {
    /** The values themselves. */
    VALUES,
    /** Indexes of the values in the enumeration. */
    INDEXES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Finds the input files and determines their format.
   *
   * @param texts paths, file patterns, or {@code -} for standard input; a file that is named
   *     repeatedly is read only once
   * @throws InvalidRequestException if a file does not contain rows, files have different formats,
   *     or an option does not apply to the format
   * @throws io.azulejo.error.NotFoundException if a file does not exist or a pattern has no matches
   */
  public RowFileSet files(List<String> texts, Terminal terminal) throws IOException {
    List<RowFile> files = new ArrayList<>();
    Set<Path> paths = new HashSet<>();
    for (String text : texts) {
      for (String name : FilePattern.files(text)) {
        if (name.equals("-")) {
          files.add(new ReplayedInput(terminal.in()));
          continue;
        }
        RowFileSet.Local file = new RowFileSet.Local(name);
        if (paths.add(file.path())) {
          files.add(file);
        }
      }
    }
    if (files.size() > 1 && texts.contains("-")) {
      throw new InvalidRequestException("standard input (-) cannot be combined with other files");
    }
    Optional<GridFile> grid = grid(files);
    if (grid.isPresent()) {
      refuse(OF_TEXT, "text", files.get(0), "binary");
      refuse(OF_TABLES, "csv and tsv", files.get(0), "binary");
      return new RowFileSet(files, Optional.empty(), grid);
    }
    if (arrays != null) {
      throw new InvalidRequestException("--arrays is only for npz, NetCDF and HDF5 files");
    }
    DataFormat first = format(files.get(0), Optional.ofNullable(format));
    for (RowFile file : files.subList(1, files.size())) {
      DataFormat other = format(file, Optional.ofNullable(format));
      if (other != first) {
        throw new InvalidRequestException(
            "%s is %s, but %s is %s: files that are read together must have the same format"
                .formatted(files.get(0).name(), first, file.name(), other));
      }
    }
    if (first == DataFormat.ARROW) {
      refuse(OF_TEXT, "text", files.get(0), "arrow");
    }
    if (first == DataFormat.ARROW || first == DataFormat.JSON) {
      refuse(OF_TABLES, "csv and tsv", files.get(0), first.toString());
    }
    if (first == DataFormat.TSV) {
      text.checkTsv(files.get(0));
    }
    boolean indexes =
        enumerated == null ? first == DataFormat.TSV : enumerated == Enumerated.INDEXES;
    return new RowFileSet(
        files, first.text().map(form -> text.options(form, indexes, melting())), Optional.empty());
  }

  private static List<String> and(List<String> options, String... others) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(others));
    return List.copyOf(all);
  }

  private void refuse(List<String> options, String place, RowFile file, String form) {
    TextArguments.refuse(command, options, place, file, form);
  }

  /**
   * Opens the only file as a grid. The result is empty if the file is not a grid, or if {@code
   * --format} is given.
   */
  private Optional<GridFile> grid(List<RowFile> files) throws IOException {
    List<String> names = arrays == null ? List.of() : OptionScanner.list(arrays, "--arrays");
    for (RowFile file : format == null ? files : List.<RowFile>of()) {
      Optional<GridFile> grid = GridFile.of(file, FileKind.head(file), names);
      if (grid.isPresent() && files.size() > 1) {
        throw new InvalidRequestException(
            file.name() + " holds a whole array, and cannot be combined with other files");
      }
      if (grid.isPresent()) {
        return grid;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the format of a file: the named one if present, else by extension, else by the first
   * bytes.
   *
   * @param named the format on the command line, if any
   * @throws InvalidRequestException if the file does not contain rows or its format is unknown
   */
  static DataFormat format(RowFile file, Optional<DataFormat> named) throws IOException {
    byte[] head = FileKind.head(file);
    Optional<FileKind> kind = FileKind.of(head);
    if (kind.isPresent() && (named.isEmpty() || FileKind.isBinary(head))) {
      throw new InvalidRequestException(
          "%s is %s; %s".formatted(file.name(), kind.get().name(), kind.get().advice()));
    }
    return named
        .or(() -> DataFormat.of(file.name()))
        .or(() -> DataFormat.of(head))
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    file.name()
                        + " is binary, in an unknown format; rows can be read from csv, tsv, json and arrow"
                        + " (--format)"));
  }

  /** Returns whether tables are read as grids of numbers ({@code --matrix}). */
  public boolean isMatrix() {
    return matrix;
  }

  /**
   * Returns the dimensions of an array for a grid of numbers, or an empty list if they must be
   * inferred.
   */
  public List<String> dimensions() {
    return matrix ? List.of(Melting.ROW, Melting.COLUMN) : List.of();
  }

  private Optional<Melting> melting() {
    if (matrix && melt != null) {
      throw new InvalidRequestException("use either --matrix or --melt");
    }
    if (melt == null && !matrix) {
      return Optional.empty();
    }
    return Optional.of(
        new Melting(
            matrix,
            melt == null || melt.isEmpty() ? List.of() : OptionScanner.list(melt, "--melt")));
  }
}
