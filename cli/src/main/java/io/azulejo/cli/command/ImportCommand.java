package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.StoredFile;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code import-file}, which stores a file as an array. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "import-file",
    description = {
      "Stores a file as an array, with its name and MIME type.",
      "Creates the array, in the format in which TileDB and other engines store files."
    },
    footer = {
      "  azulejo import-file new/readme samples/README.md   # any file",
      "  azulejo import-file new/t samples/earthquakes.csv --mime-type text/csv   # CSV"
    })
final class ImportCommand extends ChangingCommand {
  @Mixin private ChangeArguments change;

  @Mixin private FormatVersionArgument formatVersion;

  @Parameters(index = "1", paramLabel = "FILE", description = "file to store")
  private String file;

  @Option(
      names = "--mime-type",
      paramLabel = "TYPE",
      description = "MIME type, such as image/png (default: by extension)")
  private String mimeType;

  @Override
  void run(Terminal terminal) throws IOException {
    LocalFile.open(file, "a file").close();
    Path path = LocalFile.path(file);
    Interruption.during(
        () -> {
          try (Azulejo azulejo = change.engine(terminal)) {
            StoredFile stored =
                azulejo
                    .files()
                    .importFile(
                        change.location(),
                        path,
                        Optional.ofNullable(mimeType),
                        change.creation(formatVersion));
            terminal.print(line(stored));
          }
        });
  }

  /** Returns a line that describes a stored file. */
  static String line(StoredFile file) {
    return "%s, %s, %s\n".formatted(file.name(), file.mimeType(), ByteCounts.of(file.size()));
  }
}
