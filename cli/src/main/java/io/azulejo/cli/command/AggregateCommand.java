package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "",
      "count() is the number of cells, count(a) that of cells that are not null in a, null_count(a)",
      "that of the others. sum and mean are of numbers, datetimes and times; min and max of ASCII",
      "strings as well. They leave nulls out. A sum that is too large is the largest number.",
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
          "What to make of the cells: count(), count(FIELD), null_count, sum, min, max or mean of a"
              + " FIELD, with commas between them; then, to make groups, by FIELD,... Names with odd"
              + " characters are in double quotes.")
  private String aggregates;

  @Mixin private SelectionArguments selection;

  @Mixin private FormatArgument format;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Aggregation wanted = Aggregation.parse(aggregates);
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      selection.warn(array, terminal);
      check(array, wanted);
      Batch answer = answer(array, wanted, terminal);
      RowWriter rows =
          RowWriter.begin(
              format.value(), terminal.out(), columns(array, wanted, answer), terminal.width());
      rows.write(answer, answer.rows());
      rows.finish();
    }
    return Failure.OK;
  }

  private Batch answer(Array array, Aggregation wanted, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal)) {
      ReadRequest request = selection.request(array).progress(progress).build();
      return array.aggregate(request, wanted.aggregates(), wanted.groupBy());
    }
  }

  /** The columns: those that make groups as they are read, and those that were made. */
  private static List<RowField> columns(Array array, Aggregation wanted, Batch answer) {
    List<RowField> columns = new ArrayList<>();
    if (!wanted.groupBy().isEmpty()) {
      columns.addAll(RowField.of(array, ReadRequest.builder().select(wanted.groupBy()).build()));
    }
    for (Aggregate aggregate : wanted.aggregates()) {
      Optional<Enumeration> enumeration = enumeration(array, aggregate);
      boolean one = isOneOfTheValues(aggregate);
      columns.add(RowField.of(answer.column(columns.size()), one ? enumeration : Optional.empty()));
    }
    return columns;
  }

  private static boolean isOneOfTheValues(Aggregate aggregate) {
    return aggregate.function() == Aggregate.Function.MIN
        || aggregate.function() == Aggregate.Function.MAX;
  }

  private static boolean isCount(Aggregate aggregate) {
    return aggregate.function() == Aggregate.Function.COUNT
        || aggregate.function() == Aggregate.Function.NULL_COUNT;
  }

  /** Refuses to calculate with the indexes of enumerations, which nobody sees here. */
  private static void check(Array array, Aggregation wanted) {
    for (Aggregate aggregate : wanted.aggregates()) {
      if (!isCount(aggregate)
          && !isOneOfTheValues(aggregate)
          && enumeration(array, aggregate).isPresent()) {
        throw new InvalidRequestException(
            aggregate
                + ": its values are those of an enumeration, which are not added up; count them, or"
                + " group by them");
      }
    }
  }

  /** What the values of an aggregated field stand for. */
  private static Optional<Enumeration> enumeration(Array array, Aggregate aggregate) {
    return aggregate
        .field()
        .flatMap(array.schema()::attribute)
        .flatMap(Attribute::enumeration)
        .map(array::enumeration);
  }
}
