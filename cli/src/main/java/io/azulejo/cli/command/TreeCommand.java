package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.schema.LosslessUtf8;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the tree of what lies below. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "tree",
    description = "Prints the tree of arrays and groups in a folder or a group.",
    footer = {
      "  azulejo tree samples   # a folder",
      "  azulejo tree samples/group --at 2024-05-31   # a group as of a day"
    })
final class TreeCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    String out;
    int code;
    try (Azulejo azulejo = terminal.engine().build()) {
      Tree tree = new Tree(azulejo, open.options(terminal));
      out = tree.text(open.uri(), open.location());
      code = tree.report(terminal);
    }
    terminal.out().write(LosslessUtf8.encode(out));
    return code;
  }
}
