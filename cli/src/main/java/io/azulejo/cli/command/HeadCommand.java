package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.RowArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code head}, which prints the first cells of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "head",
    description = "Prints the first cells of an array, and reads only these.",
    footer = {
      "  azulejo head samples/grid   # ten cells",
      "  azulejo head samples/names -n 3 --where 'v > 5'   # the first three that match",
      "  azulejo head samples/days --fields day,min --format csv   # some fields"
    })
final class HeadCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @HelpEntry(Section.SELECT)
  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "10",
      description = "number of cells (default: ${DEFAULT-VALUE})")
  private long count;

  @Mixin private SelectionArguments selection;
  @Mixin private RowArguments rows;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    if (count < 0) {
      throw new InvalidRequestException("-n " + count + ": must be at least 0");
    }
    rows.check();
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      open.warn(array, azulejo, options, terminal);
      selection.warn(array, terminal);
      rows.write(
          array, rows.describe(selection.request(array), true).limit(count), false, terminal);
    }
  }
}
