package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Moves an array or a group. */
@Command(
    name = "mv",
    description =
        "Moves an array, or a group with all that lies in its folder, also to another store. There"
            + " must be nothing at the new place.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo mv new/grid2 new/grid3",
    })
final class MoveCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @Parameters(index = "0", paramLabel = "FROM", description = "The path or URI of what there is.")
  private String from;

  @Parameters(index = "1", paramLabel = "TO", description = "The path or URI that it gets.")
  private String to;

  @Override
  public Integer call() throws IOException {
    Location source = OpenArguments.locate(from);
    Location target = OpenArguments.locateNew(to);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = root.terminal().engine().build();
              ReadProgress progress = new ReadProgress(root.terminal(), "moving")) {
            azulejo.catalog().move(source, target, progress);
          }
        });
    return Failure.OK;
  }
}
