package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.internal.format.Text;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Shows all that lies below. */
@Command(
    name = "tree",
    description = "Shows the arrays and groups in a folder or a group, and in those below it.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo tree samples", "  azulejo tree samples/group --at 2024-05-31"})
final class TreeCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    StringBuilder out = new StringBuilder();
    try (Azulejo azulejo = Azulejo.create()) {
      new Tree(azulejo, open.options(terminal)).append(out, open.uri(), open.location());
    }
    terminal.out().write(Text.encode(out.toString()));
    return Failure.OK;
  }
}
