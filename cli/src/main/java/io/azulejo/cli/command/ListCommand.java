package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.ResultTable;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ls}, which lists the objects directly below a location. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "ls",
    description = "Lists the arrays and groups in a folder, or the members of a group.",
    footer = {
      "  azulejo ls samples   # a folder",
      "  azulejo ls samples/group --format json   # the members of a group, for programs"
    })
final class ListCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    ResultTable columns = ResultTable.of("name type location");
    try (Azulejo azulejo = terminal.engine().build()) {
      Tree tree = new Tree(azulejo, open.options(terminal));
      for (Tree.Node node : tree.children(open.location())) {
        columns.add(node.name(), node.word(), node.location().toString());
      }
      exitWith(tree.report(terminal));
    }
    format.write(columns, terminal);
  }
}
