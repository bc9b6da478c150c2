package io.azulejo.cli.command;

import io.azulejo.cli.help.HelpText;
import io.azulejo.cli.help.ManualPage;
import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code help}, which prints help, manual pages or configured defaults. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "help",
    description = "Prints the help of a command, or lists all commands.",
    helpCommand = true,
    footer = {
      "  azulejo help read   # the common options of a command",
      "  azulejo help meta set   # of a command below another",
      "  azulejo help read --help-all   # all options, all examples",
      "  azulejo help --man new/man1   # manual pages of all commands",
      "  azulejo help --defaults   # which defaults are set, and where"
    })
final class HelpCommand extends Subcommand {

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "a command, such as read or meta set (default: all)")
  private List<String> words = List.of();

  @Option(
      names = "--man",
      paramLabel = "FOLDER",
      description = {
        "write manual pages to a directory",
        "Writes the page of the command, or of all commands. Creates the directory if needed."
      })
  private String folder;

  @Option(
      names = "--defaults",
      description = "print configured option defaults and where they are set")
  private boolean defaults;

  @Override
  void run(Terminal terminal) throws IOException {
    if (defaults) {
      showDefaults(terminal);
      return;
    }
    CommandLine command = subject();
    if (folder == null) {
      spec().commandLine().getOut().print(HelpText.brief(command));
    } else {
      write(command, LocalFile.path(folder));
    }
  }

  /**
   * Returns the command that the arguments name, or the root command without arguments.
   *
   * @throws CommandLine.UnmatchedArgumentException if the command does not exist
   */
  CommandLine subject() {
    CommandLine root = spec().root().commandLine();
    String name = String.join(" ", words);
    return HelpText.command(root, name)
        .orElseThrow(() -> new CommandLine.UnmatchedArgumentException(root, List.of(name)));
  }

  /** Writes the manual pages of a command and all its subcommands to a folder. */
  private void write(CommandLine command, Path target) {
    try {
      Files.createDirectories(target);
      Files.writeString(
          target.resolve(ManualPage.name(command) + ".1"),
          ManualPage.of(command, Build.version(), Build.date()));
    } catch (IOException e) {
      throw LocalFile.failed("write", folder, e);
    }
    command.getSubcommands().values().forEach(below -> write(below, target));
  }

  private void showDefaults(Terminal terminal) throws IOException {
    Defaults all = root().defaults();
    StringBuilder head = new StringBuilder("file: ");
    head.append(all.file().map(Path::toString).orElse("none"));
    head.append(all.file().filter(f -> !Files.exists(f)).map(f -> " (does not exist)").orElse(""));
    all.hints().forEach(hint -> head.append('\n').append(hint));
    terminal.print(head.append("\n\n").toString());
    ResultTable table = ResultTable.of("default value from");
    for (Defaults.Default each : all.all()) {
      table.add(each.name(), each.value(), each.source());
    }
    // Prints only the names of settings, because their values can be secrets.
    for (String setting : new TreeSet<>(all.settings().keySet())) {
      table.add(setting, "(not shown)", all.file().map(Path::toString).orElse(""));
    }
    table.write(RowWriter.Format.TABLE, terminal.out(), terminal.width());
  }
}
