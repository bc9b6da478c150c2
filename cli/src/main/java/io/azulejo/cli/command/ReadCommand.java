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
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.output.Facts;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code read}, which prints the cells of an array. */
@CommandLoad(CommandLoad.Kind.CELLS_AS_OBJECTS)
@Command(
    name = "read",
    description = "Prints the cells of an array.",
    footer = {
      "  azulejo read samples/grid --range y=1..2 --fields y,x,a   # two rows",
      "  azulejo read samples/days --where 'min < 1970-01-01' -o old.csv   # as CSV",
      "  azulejo read samples/grid --at 1970-01-01T00:00:00.010Z   # as of a time",
      "  azulejo read samples/grid --range y=1..2 --range y=7.. --layout col   # two ranges, by columns",
      "  azulejo read samples/grid --range x=1..9..2 --range y=2   # every second x",
      "  azulejo read samples/grid --where \"a > 40 and s is not null and not x = 1\"   # a condition",
      "  azulejo read samples/colors --where \"w in ('red', 'blue') and n >= 5\" --keep-shape   # in their places",
      "  azulejo read samples/days --where 'day_of_week(day) >= 6 and min > day - P60D'   # dates",
      "  azulejo read samples/days --range day=1969-12-31..1970-01-12 --format csv   # days, as CSV",
      "  azulejo read samples/names --range 'name=\"\"..\"\\x01 odd ~\"' --format json   # unusual characters",
      "  azulejo read samples/names --fields '\"name\",v' --format tsv --sorted   # sorted by bytes",
      "  azulejo read samples/colors --format arrow-file > colors.arrow   # an Arrow file",
      "  azulejo read samples/grid --order-by 'a desc, x' --top 3   # the greatest three",
      "  azulejo read samples/grid --grid --fields a --range x=1..6   # a matrix",
      "  azulejo read samples/names --sample 5 --order-by v   # five random cells",
      "  azulejo read samples/grid --offset 10 --limit 5   # five cells after the first ten",
      "  azulejo read samples/days --format csv > days.csv   # all cells, as CSV",
      "  azulejo read samples/names --where 'v > 40' --plan   # what this would read",
      "  azulejo read samples/names --where 'v > 40' --limit 3 --stats   # what this has read"
    })
final class ReadCommand extends Subcommand {
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;
  @Mixin private RowArguments rows;

  @HelpEntry(value = Section.SELECT, rare = true)
  @Option(
      names = "--points",
      paramLabel = "FILE",
      description = {
        "only cells at the coordinates in FILE",
        "A csv, tsv or json file with a column per dimension, as read --format csv prints; - is"
            + " standard input. Each cell is printed once. Parsed with the input options (--null,"
            + " --date-format, --delimiter, --encoding ...)."
      })
  private String points;

  @Mixin private TextArguments pointsText;

  @Mixin private ChoiceArguments choice;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(
      names = "--grid",
      description = {
        "print one attribute as a matrix",
        "Rows and columns are the coordinates of two dimensions. Fix all other dimensions to one"
            + " coordinate with --range."
      })
  private boolean grid;

  @HelpEntry(value = Section.ORDER, rare = true)
  @Option(
      names = "--sorted",
      description = {"with tsv: sort the rows by their bytes", "Keeps all rows in memory."})
  private boolean sorted;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--plan",
      description = {
        "print what would be read, and read nothing",
        "Prints how cells are sorted, and the maximum number of tiles and bytes read. With"
            + " --format json, prints an object."
      })
  private boolean plan;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(
      names = "--stats",
      description = {
        "print the cost of the read to standard error",
        "Prints files, tiles, cells and time. With --format json, prints an object."
      })
  private boolean stats;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    choice.check();
    if (sorted && rows.format() != RowFormat.TSV) {
      throw OptionMistake.of("--sorted requires --format tsv", "--format");
    }
    if (sorted && choice.isOrdered()) {
      throw new InvalidRequestException("--sorted cannot be combined with --order-by");
    }
    if (grid && (sorted || plan || choice.isNeeded())) {
      throw new InvalidRequestException(
          "--grid cannot be combined with --order-by, --offset, --sample, --sorted and --plan");
    }
    if (plan && stats) {
      throw new InvalidRequestException("--plan cannot be combined with --stats");
    }
    if (points == null) {
      TextArguments.refuseWithout("--points", spec());
    }
    if (points != null && selection.hasRanges()) {
      throw new InvalidRequestException("--points cannot be combined with --range");
    }
    rows.check();
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      open.warn(array, azulejo, options, terminal);
      selection.warn(array, terminal);
      ReadRequest request =
          rows.describe(grid ? selection.written(array) : selection.request(array), terminal);
      if (points != null) {
        request = request.points(PointsFile.read(points, pointsText, array.schema(), terminal));
      }
      if (plan) {
        PlannedRead planned = array.read(choice.describe(request, array)).plan();
        print(terminal.out(), Facts.of(planned), planned.lines());
        return;
      }
      ReadStats cost =
          grid
              ? rows.writeMatrix(array, choice.describe(request, array), terminal)
              : choice.isNeeded()
                  ? rows.write(array, request, sorted, Optional.of(choice), terminal)
                  : rows.write(array, choice.describe(request, array), sorted, terminal);
      if (stats) {
        terminal.out().flush();
        print(terminal.err(), Facts.of(cost), cost.lines());
      }
    }
  }

  private void print(OutputStream out, Map<String, ?> facts, List<String> lines)
      throws IOException {
    if (rows.format() == RowFormat.JSON) {
      Facts.writeJson(out, facts);
    } else {
      Facts.write(out, lines);
    }
  }
}
