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

/** The command {@code mv}, which moves an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "mv",
    description = {
      "Moves an array or a group, also to another store.",
      "A group is moved with everything in its folder. TO must not exist."
    },
    footer = {
      "  azulejo mv new/grid2 new/grid3   # rename an array",
      "  azulejo mv new/group2 new/group3   # rename a group"
    })
final class MoveCommand extends ChangingCommand {
  @Parameters(index = "0", paramLabel = "FROM", description = "path or URI of an array or a group")
  private String from;

  @Parameters(index = "1", paramLabel = "TO", description = "new path or URI")
  private String to;

  @Override
  void run(Terminal terminal) throws IOException {
    Location source = OpenArguments.locate(from);
    Location target = OpenArguments.locateNew(to);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = terminal.engine().build();
              ReadProgress progress = new ReadProgress(terminal, "moving")) {
            azulejo.catalog().move(source, target, progress);
          }
        });
  }
}
