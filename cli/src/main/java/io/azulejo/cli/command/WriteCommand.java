package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.SnapshotToken;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.RowArguments;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Layout;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code write}, which writes the rows of files to an array. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "write",
    description = "Writes the rows of a file to an array: all of them, or none.",
    footer = {
      "  azulejo write new/week samples/earthquakes.csv   # the rows of a table",
      "  azulejo write samples/days days.csv --at 2024-05-31T12:00Z   # at a time",
      "  azulejo read samples/grid --where 'a > 40' --format csv > some.csv   # cells",
      "  azulejo write samples/grid some.csv --fill   # the box around them",
      "  azulejo read samples/names --format csv | azulejo write samples/names - --format csv   # standard input",
      "  azulejo write samples/grid some.csv --missing kept   # only these cells",
      "  azulejo read samples/names --format arrow | azulejo write samples/names - --format arrow   # as Arrow"
    })
final class WriteCommand extends ChangingCommand {
  private static final Pattern SIZE =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGT]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

  @Mixin private ChangeArguments change;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "files of rows with columns named like fields",
        "Several files, or a pattern such as '*.csv', are written atomically; - is standard input."
            + " gzip, zstd and bzip2 files are decompressed."
      })
  private List<String> files;

  @Mixin private DataArguments data;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description = {
        "order of the cells in the file",
        "Dense arrays, if the file has no coordinates: row-major (default; short: row), col-major"
            + " (col) or global-order (global). Sparse arrays: unordered (default), or global-order,"
            + " which is checked and avoids sorting."
      })
  private String layout;

  @Option(
      names = "--range",
      paramLabel = "DIM=LO..HI",
      description = {
        "dense arrays: range to write (repeatable)",
        "Default: the bounding box of the coordinates in the file. For files without coordinates:"
            + " the whole domain, or the rows after the last one if the domain is unbounded."
      })
  private List<String> ranges = List.of();

  @Option(
      names = "--fill",
      description = {
        "dense arrays: write fill values to missing cells",
        "Fills the bounding box of the coordinates in the file."
      })
  private boolean fill;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      description = {
        "dense arrays: write whole tiles, with missing cells refused, filled or kept",
        "Writes all tiles with cells in the file, instead of the bounding box. Missing cells of"
            + " these tiles are refused, filled with fill values, or kept unchanged."
      })
  private String missing;

  @Option(
      names = "--duplicates",
      paramLabel = "RULE",
      description = {
        "cells at equal coordinates: refuse (default) or keep-last",
        "For sparse arrays without duplicates, and for dense arrays with coordinates in the file."
            + " keep-last keeps the last cell."
      })
  private String duplicates;

  @HelpEntry(value = Section.OPTIONS, rare = true)
  @Option(
      names = "--max-fragment-size",
      paramLabel = "BYTES",
      description = {
        "sparse arrays: start a new fragment after this size",
        "Such as 512M. All fragments become visible at once."
      })
  private String maxFragmentSize;

  @Option(
      names = "--extend-enumerations",
      description = {
        "add new values to enumerations (default after create)",
        "Prints the new values. Does not extend ordered enumerations."
      })
  private boolean extend;

  @Option(
      names = "--no-extend-enumerations",
      description = {
        "reject new values of enumerations",
        "Default for arrays not created by azulejo create."
      })
  private boolean keep;

  @HelpEntry(value = Section.OPTIONS, rare = true)
  @Option(
      names = "--only-if",
      paramLabel = "FILE",
      description = {
        "write only if the array has not changed since a token",
        "FILE contains the output of 'azulejo info URI --token' from before the rows were read. If"
            + " cells have changed since, writes nothing and exits with 3."
      })
  private String onlyIf;

  @Override
  void run(Terminal terminal) throws IOException {
    if (files.contains("-") && change.takesInput()) {
      throw new InvalidRequestException(
          "cannot read both the key and the rows from standard input");
    }
    WriteRequest request = WriteRequest.DEFAULT;
    if (layout != null) {
      request = request.layout(layout());
    }
    if (duplicates != null) {
      request = request.duplicates(duplicates());
    }
    if (maxFragmentSize != null) {
      request = request.maxFragmentSize(bytes(maxFragmentSize));
    }
    if (extend && keep) {
      throw new InvalidRequestException(
          "use either --extend-enumerations or --no-extend-enumerations");
    }
    Optional<SnapshotToken> token =
        onlyIf == null ? Optional.empty() : Optional.of(TokenFile.read(onlyIf));
    RowFileSet rows = data.files(files, terminal);
    if (missing != null) {
      request = request.missing(missing());
    }
    RowImport.Options importOptions =
        new RowImport.Options(
            request,
            layout != null,
            ranges,
            fill,
            missing != null,
            extend || keep ? Optional.of(extend) : Optional.empty());
    Interruption.during(
        () -> {
          try (Azulejo azulejo = change.engine(terminal)) {
            new RowImport(
                    new WriteCommit(azulejo, change.location(), token), change.options(), terminal)
                .write(rows, importOptions);
          }
        });
  }

  private Layout layout() {
    return RowArguments.layout(layout);
  }

  private DuplicatePolicy duplicates() {
    return switch (duplicates.toLowerCase(Locale.ROOT)) {
      case "refuse" -> DuplicatePolicy.REFUSE;
      case "keep-last" -> DuplicatePolicy.KEEP_LAST;
      default ->
          throw new InvalidRequestException(
              "--duplicates " + duplicates + ": expected refuse or keep-last");
    };
  }

  private MissingCells missing() {
    return switch (missing.toLowerCase(Locale.ROOT)) {
      case "refused" -> MissingCells.REFUSED;
      case "filled" -> MissingCells.FILLED;
      case "kept" -> MissingCells.KEPT;
      default ->
          throw new InvalidRequestException(
              "--missing " + missing + ": expected refused, filled or kept");
    };
  }

  /**
   * Parses a size in binary units, such as {@code 512M} or {@code 1.5 GiB}, and returns the bytes.
   *
   * @throws InvalidRequestException if the text is not a size, or the size is less than 1 byte or
   *     more than 2^62
   */
  static long bytes(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw new InvalidRequestException(
          "\"" + text + "\" is not a size; expected one such as 1000000 or 512M");
    }
    int unit = "KMGT".indexOf(size.group(2).toUpperCase(Locale.ROOT) + "");
    int shift = size.group(2).isEmpty() ? 0 : 10 * (unit + 1);
    BigDecimal all = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << shift));
    if (all.compareTo(BigDecimal.ONE) < 0 || all.compareTo(BigDecimal.valueOf(1L << 62)) > 0) {
      throw new InvalidRequestException("\"" + text + "\": must be at least 1 byte");
    }
    return all.longValue();
  }
}
