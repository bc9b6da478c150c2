package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Layout;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Reads the cells of an array. */
@Command(
    name = "read",
    description = "Reads the cells of an array.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo read samples/grid",
      "  azulejo read samples/grid --range y=1..2 --range x=3 --fields y,a",
      "  azulejo read samples/grid --range y=1..2 --range y=7..  --layout col",
      "  azulejo read samples/grid --at 1970-01-01T00:00:00.010Z --limit 5",
      "  azulejo read samples/grid --where \"a > 40 and s is not null and not x = 1\"",
      "  azulejo read samples/colors --where \"w in ('red', 'blue') and n >= 5\" --keep-shape",
      "  azulejo read samples/days --where \"min < 1970-01-01\" --fields day,min",
      "  azulejo read samples/days --range day=1969-12-31..1970-01-12 --format csv",
      "  azulejo read samples/names --range 'name=\"\"..\"\\x01 odd ~\"' --format json",
      "  azulejo read samples/names --fields '\"name\",v' --format tsv --sorted",
    })
final class ReadCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;

  @Option(
      names = "--fields",
      paramLabel = "NAME,...",
      description =
          "The dimensions, attributes and dimension labels, in order; all dimensions and attributes"
              + " when not said. __timestamps is the time at which each cell was written.")
  private String fields;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      defaultValue = "row-major",
      description =
          "The order of the cells: row-major (or row), col-major (or col), global-order (or"
              + " global), unordered; ${DEFAULT-VALUE} when not said.")
  private String layout;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many cells.")
  private Long limit;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not said. All but the table keep"
              + " every bit.")
  private Rows.Format format;

  @Option(
      names = "--sorted",
      description = "With tsv: sort the rows by their bytes, which keeps them all in memory.")
  private boolean sorted;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (limit != null && limit < 0) {
      throw new InvalidRequestException("--limit " + limit + ": the least is 0");
    }
    if (sorted && format != Rows.Format.TSV) {
      throw new InvalidRequestException("--sorted goes with --format tsv");
    }
    Layout order = layout(layout);
    Optional<List<String>> names =
        Optional.ofNullable(fields).map(text -> Words.list(text, "--fields"));
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      ReadRequest.Builder request = selection.request(array).layout(order);
      names.ifPresent(request::select);
      read(array, request.build(), terminal);
    }
    return Failure.OK;
  }

  private void read(Array array, ReadRequest request, Terminal terminal) throws IOException {
    try (BatchReader in = array.read(request)) {
      List<Field> columns = Field.of(array, request);
      Rows rows =
          sorted
              ? Rows.beginSorted(terminal.out(), columns)
              : Rows.begin(format, terminal.out(), columns, terminal.width());
      long left = limit == null ? Long.MAX_VALUE : limit;
      int count = -1;
      while (left > 0 && count != 0) {
        count = copy(in, rows, left);
        left -= count;
      }
      rows.finish();
    }
  }

  /** Writes the next cells, and lets them go before others come; 0 at the end. */
  private static int copy(BatchReader in, Rows rows, long most) throws IOException {
    for (Batch batch = in.next(); batch != null; batch = in.next()) {
      if (batch.rows() > 0) {
        int count = (int) Math.min(most, batch.rows());
        rows.write(batch, count);
        return count;
      }
    }
    return 0;
  }

  /** The layout of a name or its short form. */
  static Layout layout(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "row-major", "row" -> Layout.ROW_MAJOR;
      case "col-major", "col" -> Layout.COL_MAJOR;
      case "global-order", "global" -> Layout.GLOBAL_ORDER;
      case "unordered" -> Layout.UNORDERED;
      default ->
          throw new InvalidRequestException(
              "--layout "
                  + name
                  + ": there are row-major (row), col-major (col), global-order (global) and"
                  + " unordered");
    };
  }
}
