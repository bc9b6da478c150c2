package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists what lies directly below. */
@Command(
    name = "ls",
    description = "Lists the arrays and groups directly in a folder, or the members of a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo ls samples", "  azulejo ls samples/group --format json"})
final class ListCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not said.")
  private Rows.Format format;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Columns columns =
        new Columns(
            Field.of("name", Datatype.STRING_UTF8),
            Field.of("type", Datatype.STRING_UTF8),
            Field.of("location", Datatype.STRING_UTF8));
    int code;
    try (Azulejo azulejo = Azulejo.create()) {
      Tree tree = new Tree(azulejo, open.options(terminal));
      for (Tree.Node node : tree.children(open.location())) {
        columns.add(node.name(), node.word(), node.location().toString());
      }
      code = tree.report(terminal);
    }
    columns.write(format, terminal.out(), terminal.width());
    return code;
  }
}
