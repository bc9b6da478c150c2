package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.internal.format.Text;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Raises the format version of an array. */
@Command(
    name = "upgrade",
    description =
        "Raises the format version of an array: of what is written from now on, not of what is there.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo upgrade samples/names --format-version 20",
      "  azulejo upgrade samples/names"
    })
final class UpgradeCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Option(
      names = "--format-version",
      paramLabel = "N",
      description =
          "The version to go to: 10 to 23; 22 when not given, which TileDB 2.25 and later read.")
  private Integer version;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    try (Azulejo azulejo = change.engine(terminal)) {
      Location location = change.location();
      ChangeOptions options = change.options();
      boolean done =
          version == null
              ? azulejo.upgrade(location, options)
              : azulejo.upgrade(location, FormatVersionArgument.checked(version), options);
      int now = azulejo.open(location).formatVersion();
      String line =
          (done ? "upgraded to format version %d" : "the format version is %d already")
              .formatted(now);
      terminal.out().write(Text.encode(line + "\n"));
    }
    return Failure.OK;
  }
}
