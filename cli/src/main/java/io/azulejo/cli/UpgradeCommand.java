package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.internal.format.Text;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Raises the format version of an array. */
@Command(
    name = "upgrade",
    description =
        "Raises the format version of an array to the one that new arrays have: of what is written"
            + " from now on, not of what is there.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo upgrade samples/names"})
final class UpgradeCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    try (Azulejo azulejo = Azulejo.create()) {
      boolean done = azulejo.upgrade(change.location(), change.options(terminal));
      String said = done ? "upgraded" : "the format version is the newest already";
      terminal.out().write(Text.encode(said + "\n"));
    }
    return Failure.OK;
  }
}
