package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OrderText;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.rows.RowOrder;
import io.azulejo.cli.rows.RowSink;
import io.azulejo.cli.rows.SlicedRows;
import io.azulejo.cli.rows.SortedRows;
import io.azulejo.cli.terminal.Failure;
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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Aggregates the cells of an array. */
@Command(
    name = "agg",
    description = "Counts, sums and averages the cells of an array, group by group if asked to.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo agg samples/grid 'count(), mean(a), max(f)'",
      "  azulejo agg samples/grid 'count(), null_count(s) by y' --range x=1..4",
      "  azulejo agg samples/colors 'count(), max(n) by w' --where 'i < 10' --format csv",
      "  azulejo agg samples/grid 'median(a), quantile(f, .9), count(distinct s)'",
      "  azulejo agg samples/days 'count(), first(min), last(min) by month(day)'",
      "  azulejo agg samples/grid 'count() by bin(a, 25) having count() > 5'",
      "  azulejo agg samples/colors 'count() by w' --order-by 'count() desc' --top 2",
      "",
      "count() is the number of cells, count(a) that of cells that are not null in a, null_count(a)",
      "that of the others. sum and mean are of numbers, datetimes and times; min and max of ASCII",
      "strings as well. They leave nulls out. A sum that is too large is the largest number.",
      "median and quantile(x, .9) leave NaN out, too; stddev and var are those of a sample; first and",
      "last are of the first and the last cell by its coordinates. Groups are made by fields, by year,",
      "quarter, month, week, day, hour, minute or second of datetimes, by month_of_year, day_of_month,",
      "day_of_week, day_of_year or hour_of_day, and by bin(x, WIDTH). Tables round; other formats don't.",
      "",
      "Of a dense array, count() without --where counts all cells of the ranges, written or not;",
      "everything else is about cells that were written.",
    })
final class AggregateCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      paramLabel = "AGGREGATES",
      description =
          "What to make of the cells: count(), count(FIELD), count(distinct FIELD), null_count, sum,"
              + " min, max, mean, median, quantile, stddev, var, first or last of a FIELD, with commas"
              + " between them; then, to make groups, by FIELD,...; then, to leave some out, having"
              + " CONDITION. Names with odd characters are in double quotes.")
  private String aggregates;

  @Mixin private SelectionArguments selection;

  @Mixin private FormatArgument format;

  @Option(
      names = "--order-by",
      paramLabel = "COLUMN [desc],...",
      description =
          "Order the rows by columns of the answer, such as \"count() desc\", the greatest first where"
              + " desc is said; nulls come last. By the groups when not given.")
  private String orderBy;

  @Option(names = "--top", paramLabel = "N", description = "The first N rows of that order.")
  private Long top;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (top != null && top < 0) {
      throw new InvalidRequestException("--top " + top + ": the least is 0");
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
      RowSink out =
          new RowSink() {
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
      RowSink first =
          by.keys().isEmpty()
              ? new SlicedRows(0, most, out)
              : new SortedRows(fields, by, most, Long.MAX_VALUE, out);
      first.write(answer);
      first.finish();
    }
    return Failure.OK;
  }

  private Batch answer(Array array, Aggregation wanted, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal, "reading")) {
      ReadRequest request = selection.request(array).progress(progress).build();
      return array.aggregate(request, wanted);
    }
  }
}
