package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OrderText;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.rows.RowOrder;
import io.azulejo.cli.rows.RowStage;
import io.azulejo.cli.rows.SlicedRows;
import io.azulejo.cli.rows.SortedRows;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code agg}, which computes aggregates of cells, optionally by group. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "agg",
    description = "Counts, sums and averages cells, optionally by group.",
    footer = {
      "  azulejo agg samples/grid 'count(), mean(a), max(f)'   # over all cells",
      "  azulejo agg samples/grid 'count() by y' --range x=1..4   # one row for each y",
      "  azulejo agg samples/days 'max(min) by months(day)'   # one row for each month",
      "  azulejo agg samples/colors 'count(), max(n) by w' --where 'i < 10' --format csv   # some"
          + " cells, as CSV",
      "  azulejo agg samples/grid 'median(a), quantile(f, .9), count(distinct s)'   # quantiles",
      "  azulejo agg samples/grid 'count(), null_count(s) by y'   # nulls",
      "  azulejo agg samples/days 'count(), first(min), last(min) by months(day)'   # by"
          + " coordinates",
      "  azulejo agg samples/grid 'count() by bin(a, 25) having count() > 5'   # intervals, some"
          + " left out",
      "  azulejo agg samples/colors 'count() by w' --order-by 'count() desc' --top 2   # the"
          + " largest groups",
      "",
      "Functions:",
      "  count()                      number of cells",
      "  count(a), null_count(a)      number of non-null cells, or of null cells",
      "  count(distinct a)            number of distinct values",
      "  sum(a), mean(a)              for numbers, datetimes and times",
      "  min(a), max(a)               also for strings",
      "  median(a), quantile(a, .9)   types as for sum; NaN is ignored",
      "  stddev(a), var(a)            sample standard deviation and variance",
      "  first(a), last(a)            value of the first or last cell by coordinates",
      "",
      "Groups:",
      "  a                            values of a field",
      "  quarters(t), months, weeks, days, hours, minutes, seconds",
      "                               periods of a datetime",
      "  year(t), quarter, month, day, hour, minute, second, day_of_week, day_of_year",
      "                               numbers",
      "  bin(x, WIDTH)                intervals of numbers",
      "",
      "All functions except count() and null_count ignore nulls. A sum out of range is the largest",
      "number. Tables round; other formats do not.",
      "In a dense array, count() without --where counts all cells of the ranges. All other functions",
      "use only written cells."
    })
final class AggregateCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      paramLabel = "AGGREGATES",
      description = {
        "functions, then groups, e.g. 'count(), mean(a) by b'",
        "Separate functions with commas: count(), count(FIELD), count(distinct FIELD), and"
            + " null_count, sum, min, max, mean, median, quantile, stddev, var, first and last of a"
            + " FIELD. 'by FIELD,...' groups, and 'having CONDITION' selects groups. Put names with"
            + " unusual characters in double quotes."
      })
  private String aggregates;

  @Mixin private SelectionArguments selection;

  @Mixin private FormatArgument format;

  @HelpEntry(Section.ORDER)
  @Option(
      names = "--order-by",
      paramLabel = "COLUMN [desc],...",
      description = {
        "sort the rows, e.g. 'count() desc' (default: by group)",
        "Sorts by columns of the result; desc sorts in descending order. Nulls come last."
      })
  private String orderBy;

  @HelpEntry(Section.ORDER)
  @Option(names = "--top", paramLabel = "N", description = "only the first N rows")
  private Long top;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    if (top != null && top < 0) {
      throw new InvalidRequestException("--top " + top + ": must be at least 0");
    }
    Aggregation wanted = Aggregation.parse(aggregates);
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      open.warn(array, azulejo, options, terminal);
      selection.warn(array, terminal);
      AnswerColumns columns = AnswerColumns.of(array, wanted);
      Optional<RowOrder> order =
          Optional.ofNullable(orderBy).map(text -> columns.order(OrderText.parse(text)));
      Batch answer = answer(array, wanted, terminal);
      List<RowField> fields = columns.fields(answer);
      RowWriter rows = RowWriter.begin(format.value(), terminal.out(), fields, terminal.width());
      boolean rounds = format.isTable();
      RowStage out =
          new RowStage() {
            @Override
            public void write(Batch batch) throws IOException {
              rows.write(rounds ? columns.rounded(batch) : batch, batch.rows());
            }

            @Override
            public void finish() throws IOException {
              rows.finish();
            }
          };
      RowOrder by = order.orElseGet(columns::groups);
      long most = top == null ? Long.MAX_VALUE : top;
      RowStage first =
          by.keys().isEmpty()
              ? new SlicedRows(0, most, out)
              : new SortedRows(fields, by, most, Long.MAX_VALUE, out);
      first.write(answer);
      first.finish();
    }
  }

  private Batch answer(Array array, Aggregation wanted, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal, "reading")) {
      ReadRequest request = selection.request(array).progress(progress);
      return array.read(request).aggregate(wanted);
    }
  }
}
