package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code upgrade}, which raises the format version of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "upgrade",
    description = {
      "Raises the format version of an array.",
      "New files use the new version. Existing files are not changed."
    },
    footer = {
      "  azulejo upgrade samples/names --format-version 20   # to a version",
      "  azulejo upgrade samples/names   # to the default"
    })
final class UpgradeCommand extends ChangingCommand {
  @Mixin private ChangeArguments change;

  @Option(
      names = "--format-version",
      paramLabel = "N",
      description = {
        "new version, 10 to 23 (default: 22)",
        "TileDB 2.25 and later read version 22."
      })
  private Integer version;

  @Override
  void run(Terminal terminal) throws IOException {
    try (Azulejo azulejo = change.engine(terminal)) {
      Location location = change.location();
      ChangeOptions options = change.options();
      boolean done =
          version == null
              ? azulejo.array(location).upgrade(options)
              : azulejo.array(location).upgrade(FormatVersionArgument.checked(version), options);
      int now = azulejo.open(location).formatVersion();
      String line =
          (done ? "upgraded to format version %d" : "the format version is already %d")
              .formatted(now);
      terminal.print(line + "\n");
    }
  }
}
