package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.DataFiles;
import io.azulejo.cli.argument.RowArguments;
import io.azulejo.cli.terminal.Failure;
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
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes rows of a file to an array. */
@Command(
    name = "write",
    description = "Writes rows of a file to an array: all of them, or none.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo read samples/grid --where \"a > 40\" --format csv > some.csv",
      "  azulejo read samples/names --format csv | azulejo write samples/names - --format csv",
      "  azulejo write samples/grid some.csv --fill",
      "  azulejo write samples/grid some.csv --missing kept",
      "  azulejo read samples/days --format json > days.json",
      "  azulejo write samples/days days.json --at 2024-05-31T12:00Z",
      "  azulejo read samples/names --format arrow | azulejo write samples/names - --format arrow",
    })
final class WriteCommand implements Callable<Integer> {
  private static final Pattern SIZE =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGT]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "The rows: columns have the names of the dimensions and attributes. Several files, or a"
              + " pattern such as '*.csv', are written at once; - is standard input. Text that gzip, zstd"
              + " or bzip2 packed is unpacked.")
  private List<String> files;

  @Mixin private DataArguments data;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description =
          "The order in which the cells come. Dense arrays without coordinates in the file:"
              + " row-major (or row; when not given), col-major (col), global-order (global). Sparse"
              + " arrays: unordered (when not given), or global-order, which is checked and needs no"
              + " sorting.")
  private String layout;

  @Option(
      names = "--range",
      paramLabel = "DIM=LO..HI",
      description =
          "Dense arrays: the part that is written. When not given, the box around the coordinates in"
              + " the file; without coordinates, the whole domain, or the rows after the last one where"
              + " the domain has no end.")
  private List<String> ranges = List.of();

  @Option(
      names = "--fill",
      description =
          "Dense arrays with coordinates in the file: cells of the box that are missing get fill"
              + " values.")
  private boolean fill;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      description =
          "Dense arrays with coordinates in the file: write all tiles that the cells lie in, in place of"
              + " the box around them, however many cells there are. Other cells of these tiles are"
              + " refused, filled (with fill values), or kept as they are.")
  private String missing;

  @Option(
      names = "--duplicates",
      paramLabel = "RULE",
      description =
          "Sparse arrays without duplicates, and dense ones with --missing: refuse (when not given) cells of the same coordinates,"
              + " or keep-last, the one that comes last.")
  private String duplicates;

  @Option(
      names = "--max-fragment-size",
      paramLabel = "BYTES",
      description =
          "Sparse arrays: begin another fragment where one would exceed this, such as 512M. All"
              + " become part of the array at once.")
  private String maxFragmentSize;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (files.contains("-") && change.takesInput()) {
      throw new InvalidRequestException("standard input can't give both the key and the rows");
    }
    WriteRequest.Builder request = WriteRequest.builder();
    if (layout != null) {
      request.layout(layout());
    }
    if (duplicates != null) {
      request.duplicates(duplicates());
    }
    if (maxFragmentSize != null) {
      request.maxFragmentSize(bytes(maxFragmentSize));
    }
    DataFiles rows = data.files(files, terminal).forTheLastTime();
    if (missing != null) {
      request.missing(missing());
    }
    Writing.How how = new Writing.How(request, layout != null, ranges, fill, missing != null);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = change.engine(terminal)) {
            new Writing(azulejo, change.location(), change.options(), terminal).write(rows, how);
          }
        });
    return Failure.OK;
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
              "--duplicates " + duplicates + ": there are refuse and keep-last");
    };
  }

  private MissingCells missing() {
    return switch (missing.toLowerCase(Locale.ROOT)) {
      case "refused" -> MissingCells.REFUSED;
      case "filled" -> MissingCells.FILLED;
      case "kept" -> MissingCells.KEPT;
      default ->
          throw new InvalidRequestException(
              "--missing " + missing + ": there are refused, filled and kept");
    };
  }

  /** A number of bytes, such as {@code 512M} or {@code 1.5 GiB}. */
  static long bytes(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw new InvalidRequestException("\"" + text + "\" is no size such as 1000000 or 512M");
    }
    int unit = "KMGT".indexOf(size.group(2).toUpperCase(Locale.ROOT) + "");
    int shift = size.group(2).isEmpty() ? 0 : 10 * (unit + 1);
    BigDecimal all = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << shift));
    if (all.compareTo(BigDecimal.ONE) < 0 || all.compareTo(BigDecimal.valueOf(1L << 62)) > 0) {
      throw new InvalidRequestException("\"" + text + "\": the least size is 1 byte");
    }
    return all.longValue();
  }
}
