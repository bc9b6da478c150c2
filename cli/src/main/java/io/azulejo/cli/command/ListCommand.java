package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Lists what lies directly below. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "ls",
    description = "Lists the arrays and groups in a folder, or the members of a group.",
    footer = {
      "  azulejo ls samples   # a folder",
      "  azulejo ls samples/group --format json   # the members of a group, for programs"
    })
final class ListCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    ResultTable columns =
        new ResultTable(
            RowField.of("name", Datatype.STRING_UTF8),
            RowField.of("type", Datatype.STRING_UTF8),
            RowField.of("location", Datatype.STRING_UTF8));
    int code;
    try (Azulejo azulejo = terminal.engine().build()) {
      Tree tree = new Tree(azulejo, open.options(terminal));
      for (Tree.Node node : tree.children(open.location())) {
        columns.add(node.name(), node.word(), node.location().toString());
      }
      code = tree.report(terminal);
    }
    format.write(columns, terminal);
    return code;
  }
}
