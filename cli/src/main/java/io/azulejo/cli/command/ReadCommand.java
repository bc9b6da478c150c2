package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.ChoiceArguments;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.PointsFile;
import io.azulejo.cli.argument.RowArguments;
import io.azulejo.cli.argument.RowFormat;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.argument.TextArguments;
import io.azulejo.cli.output.Facts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

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
      "  azulejo read samples/grid --range x=1..9..2 --range y=2",
      "  azulejo read samples/grid --at 1970-01-01T00:00:00.010Z --limit 5",
      "  azulejo read samples/grid --where \"a > 40 and s is not null and not x = 1\"",
      "  azulejo read samples/colors --where \"w in ('red', 'blue') and n >= 5\" --keep-shape",
      "  azulejo read samples/days --where \"min < 1970-01-01\" --fields day,min",
      "  azulejo read samples/days --where \"day_of_week(day) >= 6 and min > day - P60D\"",
      "  azulejo read samples/days --range day=1969-12-31..1970-01-12 --format csv",
      "  azulejo read samples/names --range 'name=\"\"..\"\\x01 odd ~\"' --format json",
      "  azulejo read samples/names --fields '\"name\",v' --format tsv --sorted",
      "  azulejo read samples/colors --format arrow-file > colors.arrow",
      "  azulejo read samples/grid --order-by 'a desc, x' --top 3",
      "  azulejo read samples/grid --grid --fields a --range x=1..6",
      "  azulejo read samples/names --sample 5 --order-by v",
      "  azulejo read samples/grid --offset 10 --limit 5",
      "  azulejo read samples/names --where \"v > 40\" --plan",
      "  azulejo read samples/names --where \"v > 40\" --limit 3 --stats",
    })
final class ReadCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;
  @Mixin private RowArguments rows;

  @Option(
      names = "--points",
      paramLabel = "FILE",
      description =
          "Only these cells, each once: a file of csv, tsv or json with a column for each dimension, -"
              + " for standard input. What read --format csv shows can be given. How it is to be"
              + " understood say the options from --null to --encoding.")
  private String points;

  @Mixin private TextArguments pointsText;

  @Mixin private ChoiceArguments choice;

  @Option(
      names = "--grid",
      description =
          "Show one attribute as a matrix: a row for each coordinate of one dimension, a column for"
              + " each of another; all other dimensions have one coordinate, by --range.")
  private boolean grid;

  @Option(
      names = "--sorted",
      description = "With tsv: sort the rows by their bytes, which keeps them all in memory.")
  private boolean sorted;

  @Option(
      names = "--plan",
      description =
          "Read nothing; print what the read would do: how cells get into their order, how many tiles"
              + " and bytes it takes at the most. With --format json as an object.")
  private boolean plan;

  @Option(
      names = "--stats",
      description =
          "After the cells print on standard error what the read has cost: files, tiles, cells, time."
              + " With --format json as an object.")
  private boolean stats;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    choice.check();
    if (sorted && rows.format() != RowFormat.TSV) {
      throw new InvalidRequestException("--sorted goes with --format tsv");
    }
    if (sorted && choice.isOrdered()) {
      throw new InvalidRequestException("--sorted is an order of its own: leave --order-by out");
    }
    if (grid && (sorted || plan || choice.isNeeded())) {
      throw new InvalidRequestException(
          "--grid has the order of coordinates: leave --order-by, --offset, --sample, --sorted and"
              + " --plan out");
    }
    if (plan && stats) {
      throw new InvalidRequestException("--plan reads nothing that --stats could count");
    }
    if (points == null) {
      TextArguments.refuseWithout("--points", spec);
    }
    if (points != null && selection.hasRanges()) {
      throw new InvalidRequestException("--points goes without --range");
    }
    rows.check();
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      open.warn(array, azulejo, options, terminal);
      selection.warn(array, terminal);
      ReadRequest.Builder request =
          rows.describe(grid ? selection.written(array) : selection.request(array));
      if (points != null) {
        request.points(PointsFile.read(points, pointsText, array.schema(), terminal));
      }
      if (plan) {
        PlannedRead planned = array.plan(choice.describe(request.build(), array));
        print(terminal.out(), planned, planned.lines());
        return Failure.OK;
      }
      ReadStats cost =
          grid
              ? rows.writeMatrix(array, choice.describe(request.build(), array), terminal)
              : choice.isNeeded()
                  ? rows.write(array, request.build(), sorted, Optional.of(choice), terminal)
                  : rows.write(array, choice.describe(request.build(), array), sorted, terminal);
      if (stats) {
        terminal.out().flush();
        print(terminal.err(), cost, cost.lines());
      }
    }
    return Failure.OK;
  }

  private void print(OutputStream out, Record facts, List<String> lines) throws IOException {
    if (rows.format() == RowFormat.JSON) {
      Facts.writeJson(out, facts);
    } else {
      Facts.write(out, lines);
    }
  }
}
