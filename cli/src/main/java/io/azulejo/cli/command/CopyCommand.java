package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code cp}, which copies an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "cp",
    description = {
      "Copies an array or a group, also to another store.",
      "A group is copied with everything in its folder. TO must not exist; readers see"
          + " nothing there until the copy is complete."
    },
    footer = {
      "  azulejo cp samples/grid new/grid2   # copy an array",
      "  azulejo cp samples/group new/group2   # a group and its folder"
    })
final class CopyCommand extends ChangingCommand {
  @Parameters(index = "0", paramLabel = "FROM", description = "path or URI of an array or a group")
  private String from;

  @Parameters(index = "1", paramLabel = "TO", description = "path or URI of the copy")
  private String to;

  @Override
  void run(Terminal terminal) throws IOException {
    Location source = OpenArguments.locate(from);
    Location target = OpenArguments.locateNew(to);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = terminal.engine().build();
              ReadProgress progress = new ReadProgress(terminal, "copying")) {
            azulejo.catalog().copy(source, target, progress);
          }
        });
  }
}
