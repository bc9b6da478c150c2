package io.azulejo.cli.command;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.HelpText;
import io.azulejo.cli.help.ManualPage;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints help. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "help",
    description = "Prints help on a command, or lists all commands.",
    helpCommand = true,
    footer = {
      "  azulejo help read   # the common options of a command",
      "  azulejo help meta set   # of a command below another",
      "  azulejo help read --help-all   # all options, all examples",
      "  azulejo help --man new/man1   # manual pages of all commands",
      "  azulejo help --defaults   # which defaults are set, and where"
    })
final class HelpCommand implements Callable<Integer> {
  @ParentCommand private RootCommand parent;
  @Spec private CommandSpec spec;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "a command, such as read or meta set (default: all)")
  private List<String> words = List.of();

  @HelpEntry(Section.OPTIONS)
  @Option(
      names = "--man",
      paramLabel = "FOLDER",
      description = {
        "write manual pages into a directory; print nothing",
        "The page of the command, or the pages of all. The directory is created if it is"
            + " missing."
      })
  private String folder;

  @HelpEntry(Section.OPTIONS)
  @Option(
      names = "--defaults",
      description = "print the defaults of options, and where they are set")
  private boolean defaults;

  @Override
  public Integer call() throws IOException {
    if (defaults) {
      showDefaults();
      return Failure.OK;
    }
    CommandLine command = subject();
    if (folder == null) {
      spec.commandLine().getOut().print(HelpText.brief(command));
    } else {
      write(command, LocalFile.path(folder));
    }
    return Failure.OK;
  }

  /**
   * The command that is named, or the program if none is.
   *
   * @throws CommandLine.UnmatchedArgumentException if no command has that name
   */
  CommandLine subject() {
    CommandLine root = spec.parent().commandLine();
    String name = String.join(" ", words);
    return HelpText.command(root, name)
        .orElseThrow(() -> new CommandLine.UnmatchedArgumentException(root, List.of(name)));
  }

  /** Writes the pages of a command and of those below it. */
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

  private void showDefaults() throws IOException {
    Defaults all = parent.defaults();
    Terminal terminal = parent.terminal();
    StringBuilder head = new StringBuilder("file: ");
    head.append(all.file().map(Path::toString).orElse("none"));
    head.append(all.file().filter(f -> !Files.exists(f)).map(f -> " (not there)").orElse(""));
    all.hints().forEach(hint -> head.append('\n').append(hint));
    terminal.out().write(LosslessUtf8.encode(head.append("\n\n").toString()));
    ResultTable table =
        new ResultTable(
            RowField.of("default", Datatype.STRING_UTF8),
            RowField.of("value", Datatype.STRING_UTF8),
            RowField.of("from", Datatype.STRING_UTF8));
    for (Defaults.Default each : all.all()) {
      table.add(each.name(), each.value(), each.source());
    }
    // Secrets are among settings.
    for (String setting : new TreeSet<>(all.settings().keySet())) {
      table.add(setting, "(not shown)", all.file().map(Path::toString).orElse(""));
    }
    table.write(RowWriter.Format.TABLE, terminal.out(), terminal.width());
  }
}
