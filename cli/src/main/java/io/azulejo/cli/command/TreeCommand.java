package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code tree}, which prints the hierarchy of arrays and groups below a location. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "tree",
    description = "Prints the tree of arrays and groups in a folder or a group.",
    footer = {
      "  azulejo tree samples   # a folder",
      "  azulejo tree samples/group --at 2024-05-31   # a group as of a day"
    })
final class TreeCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    String out;
    try (Azulejo azulejo = terminal.engine().build()) {
      Tree tree = new Tree(azulejo, open.options(terminal));
      out = tree.text(open.uri(), open.location());
      exitWith(tree.report(terminal));
    }
    terminal.print(out);
  }
}
