package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.StoredFile;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.AtomicFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code export-file}, which exports a file that was stored as an array. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "export-file",
    description = "Exports a file that was stored as an array.",
    footer = {
      "  azulejo export-file new/readme copy.md   # to a path",
      "  azulejo export-file new/t - > copy.csv   # to standard output"
    })
final class ExportCommand extends ChangingCommand {
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "output file, or - for standard output (default: the stored name, in this" + " folder)")
  private String file;

  @HelpEntry(Section.OUTPUT)
  @Option(names = "--force", description = "overwrite an existing file")
  private boolean force;

  @Override
  boolean isPreview() {
    return "-".equals(file);
  }

  @Override
  void run(Terminal terminal) throws IOException {
    OpenOptions options = open.options(terminal);
    try (Azulejo azulejo = terminal.engine().build()) {
      if ("-".equals(file)) {
        azulejo.files().exportFile(open.location(), terminal.out(), options);
        return;
      }
      Path target = target(azulejo, options);
      terminal.print(ImportCommand.line(export(azulejo, target, options)));
    }
  }

  private Path target(Azulejo azulejo, OpenOptions options) {
    String name = file != null ? file : azulejo.files().describe(open.location(), options).name();
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException("\"" + name + "\" is not a valid path: " + e.getMessage());
    }
    // The stored name must not choose another folder.
    boolean plain = path.getNameCount() == 1 && !path.isAbsolute() && !name.matches("\\.{0,2}");
    if (file == null && !plain) {
      throw new InvalidRequestException(
          "the stored name \"" + name + "\" is not a valid file name; specify another one");
    }
    return path;
  }

  private StoredFile export(Azulejo azulejo, Path target, OpenOptions options) throws IOException {
    try (AtomicFile whole = AtomicFile.begin(target.toString(), force)) {
      StoredFile stored = azulejo.files().exportFile(open.location(), whole.out(), options);
      whole.complete();
      return stored;
    }
  }
}
