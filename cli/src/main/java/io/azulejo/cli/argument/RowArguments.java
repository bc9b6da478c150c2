package io.azulejo.cli.argument;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.ArrowWriter;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.output.GridWriter;
import io.azulejo.cli.rows.Matrix;
import io.azulejo.cli.rows.RowStage;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The fields, order and output format of printed cells. A mixin of commands that print cells. */
public final class RowArguments {
  @HelpEntry(Section.SELECT)
  @Option(
      names = "--fields",
      paramLabel = "NAME,...",
      description = {
        "only these fields, in this order (default: all)",
        "Fields are dimensions, attributes and dimension labels. Default: all dimensions and"
            + " attributes. __timestamps is the time at which a cell was written."
      })
  private String fields;

  @HelpEntry(value = Section.ORDER, rare = true)
  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description = {
        "row-major, col-major, global-order, unordered",
        "The order of cells; short forms: row, col, global. Default: row-major for tables on a"
            + " terminal and for dense arrays, else unordered."
      })
  private String layout;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = {
        "${COMPLETION-CANDIDATES} (default: table)",
        "The table rounds; all other formats keep every bit. arrow is an Arrow IPC stream,"
            + " arrow-file an Arrow IPC file. npy, npz (NumPy), png and tiff hold boxes of dense"
            + " arrays."
      })
  private RowFormat format;

  /** Returns the output format. */
  public RowFormat format() {
    return format;
  }

  /**
   * Validates the options before an array is opened.
   *
   * @throws InvalidRequestException if the fields or the layout are invalid
   */
  public void check() {
    describe(ReadRequest.ALL, true);
  }

  /**
   * Adds the selected fields and order to a request. For a table on a terminal, the default order
   * is row-major.
   */
  public ReadRequest describe(ReadRequest request, Terminal terminal) {
    return describe(request, format == RowFormat.TABLE && terminal.width() != Terminal.UNLIMITED);
  }

  /**
   * Adds the selected fields and order to a request.
   *
   * @param people whether the default order is row-major, because people will read the rows
   */
  public ReadRequest describe(ReadRequest request, boolean people) {
    ReadRequest ordered =
        layout != null || people
            ? request.layout(layout == null ? Layout.ROW_MAJOR : layout(layout))
            : request;
    return fields == null ? ordered : ordered.select(OptionScanner.list(fields, "--fields"));
  }

  /**
   * Prints the cells that a request selects, up to the request's limit.
   *
   * @param sorted whether to write TSV whose rows are sorted by their bytes; only for text formats
   * @return the cost of the read
   * @throws InvalidRequestException if the format cannot represent the cells
   */
  public ReadStats write(Array array, ReadRequest request, boolean sorted, Terminal terminal)
      throws IOException {
    return write(array, request, sorted, Optional.empty(), terminal);
  }

  /**
   * Prints the cells that a request selects, after sorting, limiting and sampling them.
   *
   * @param sorted whether to write TSV whose rows are sorted by their bytes; only for text formats
   * @param choice the options for sorting, limiting and sampling, if any
   * @return the cost of the read
   * @throws InvalidRequestException if the format cannot represent the cells, or options cannot be
   *     combined
   */
  public ReadStats write(
      Array array,
      ReadRequest request,
      boolean sorted,
      Optional<ChoiceArguments> choice,
      Terminal terminal)
      throws IOException {
    if (format.grid().isPresent()) {
      if (choice.isPresent()) {
        throw OptionMistake.of(
            "--format "
                + format
                + " writes all cells of a box in array order; it cannot be combined with --order-by,"
                + " --sample and --offset",
            "--format");
      }
      try (ReadProgress progress = ReadProgress.forPrintedRows(terminal)) {
        ReadRequest shown = request.progress(progress);
        return new GridWriter(format.grid().get(), array, shown).write(terminal.out());
      }
    }
    ReadRequest wanted = choice.map(c -> c.describe(request, array)).orElse(request);
    try (ReadProgress progress = ReadProgress.forPrintedRows(terminal);
        BatchReader in = array.read(wanted.progress(progress)).batches()) {
      List<RowField> columns = RowField.of(array, request);
      RowStage out = output(array, request, columns, sorted, terminal);
      RowStage first = choice.map(c -> c.before(out, RowField.of(array, wanted))).orElse(out);
      while (copy(in, first)) {}
      first.finish();
      return in.stats();
    }
  }

  /**
   * Prints one attribute of the selected cells as a matrix of two dimensions.
   *
   * @return the cost of the read
   * @throws InvalidRequestException if the cells do not form a matrix, or the format is not a text
   *     format
   */
  public ReadStats writeMatrix(Array array, ReadRequest request, Terminal terminal)
      throws IOException {
    if (format.text().isEmpty()) {
      throw OptionMistake.of(
          "--grid cannot be combined with --format " + format + "; use table, csv, tsv or json",
          "--format");
    }
    ArraySchema schema = array.schema();
    if (schema.dimensions().size() < 2) {
      throw new InvalidRequestException("--grid requires two dimensions; the array has one");
    }
    List<String> attributes = schema.attributes().stream().map(Attribute::name).toList();
    List<String> chosen = new ArrayList<>(request.fields().orElse(attributes.subList(0, 1)));
    List<String> names =
        new ArrayList<>(schema.dimensions().stream().map(Dimension::name).toList());
    chosen.removeAll(names);
    if (chosen.size() != 1 || !attributes.contains(chosen.get(0))) {
      throw new InvalidRequestException(
          "--grid shows one attribute; choose it with --fields: %s"
              .formatted(String.join(", ", attributes.stream().map(QuotedText::ofName).toList())));
    }
    names.add(chosen.get(0));
    ReadRequest wanted = request.select(names).layout(Layout.ROW_MAJOR);
    List<RowField> fields = RowField.of(array, wanted);
    int last = fields.size() - 1;
    Matrix matrix = new Matrix(fields.subList(0, last), fields.get(last));
    try (ReadProgress progress = ReadProgress.forPrintedRows(terminal);
        BatchReader in = array.read(wanted.progress(progress)).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        matrix.add(batch);
        in.recycle(batch);
      }
      matrix.write(
          (columns, all) -> {
            RowWriter rows =
                RowWriter.begin(
                    format.text().orElseThrow(), terminal.out(), columns, terminal.width());
            rows.write(all, all.rows());
            rows.finish();
          });
      return in.stats();
    }
  }

  /**
   * Creates the stage that prints rows. It ignores additional columns of the input rows.
   *
   * @param columns the fields of the columns to print
   */
  private RowStage output(
      Array array, ReadRequest request, List<RowField> columns, boolean sorted, Terminal terminal)
      throws IOException {
    if (format.text().isEmpty()) {
      ArrowOptions options = format == RowFormat.ARROW ? ArrowOptions.STREAM : ArrowOptions.FILE;
      ArrowWriter arrow = ArrowWriter.begin(terminal.out(), ArrowTable.of(array, request), options);
      return new RowStage() {
        @Override
        public void write(Batch batch) throws IOException {
          arrow.write(first(batch, columns.size()));
        }

        @Override
        public void finish() throws IOException {
          arrow.finish();
        }
      };
    }
    RowWriter rows =
        sorted
            ? RowWriter.beginSorted(terminal.out(), columns)
            : RowWriter.begin(format.text().get(), terminal.out(), columns, terminal.width());
    return new RowStage() {
      @Override
      public void write(Batch batch) throws IOException {
        rows.write(first(batch, columns.size()), batch.rows());
      }

      @Override
      public void finish() throws IOException {
        rows.finish();
      }
    };
  }

  private static Batch first(Batch batch, int columns) {
    return batch.columns().size() == columns
        ? batch
        : Batch.of(batch.rows(), batch.columns().subList(0, columns));
  }

  /** Writes the next batch to a stage and recycles it. Returns false at the end of the read. */
  private static boolean copy(BatchReader in, RowStage out) throws IOException {
    Batch batch = in.next();
    if (batch != null) {
      out.write(batch);
      in.recycle(batch);
    }
    return batch != null;
  }

  /**
   * Parses the name or short form of a layout, ignoring case.
   *
   * @throws InvalidRequestException if the name is unknown
   */
  public static Layout layout(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "row-major", "row" -> Layout.ROW_MAJOR;
      case "col-major", "col" -> Layout.COL_MAJOR;
      case "global-order", "global" -> Layout.GLOBAL_ORDER;
      case "unordered" -> Layout.UNORDERED;
      default ->
          throw OptionMistake.of(
              "--layout "
                  + name
                  + ": expected row-major (row), col-major (col), global-order (global) or"
                  + " unordered",
              "--layout");
    };
  }
}
