package io.azulejo.cli.command;

import io.azulejo.cli.output.ManualPage;
import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.internal.format.Text;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
@Command(
    name = "help",
    description = "Prints the help of a command, or of all.",
    helpCommand = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo help read",
      "  azulejo help meta set",
      "  azulejo help --man new/man1   pages for man of all commands",
      "  azulejo help --defaults   what variables and a file say of options"
    })
final class HelpCommand implements Callable<Integer> {
  @ParentCommand private RootCommand parent;
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The name of a command, such as read or meta set; all when not given.")
  private List<String> words = List.of();

  @Option(
      names = "--man",
      paramLabel = "FOLDER",
      description =
          "Write pages for man into a folder, which is made where it is not there: that of the"
              + " command, or of all. Nothing is printed.")
  private String folder;

  @Option(
      names = "--defaults",
      description =
          "Print what variables and the file of settings say of options, and where they say it.")
  private boolean defaults;

  @Override
  public Integer call() throws IOException {
    if (defaults) {
      showDefaults();
      return Failure.OK;
    }
    CommandLine root = spec.parent().commandLine();
    Map<String, CommandLine> commands = root.getSubcommands();
    String name = String.join(" ", words);
    CommandLine command = name.isEmpty() ? root : commands.get(name);
    if (command == null) {
      throw new CommandLine.UnmatchedArgumentException(root, List.of(name));
    }
    if (folder == null) {
      command.usage(root.getOut());
    } else {
      List<CommandLine> pages = new ArrayList<>(List.of(command));
      pages.addAll(command.getSubcommands().values());
      write(pages);
    }
    return Failure.OK;
  }

  private void write(List<CommandLine> commands) {
    Path target = LocalFile.path(folder);
    try {
      Files.createDirectories(target);
      for (CommandLine command : commands) {
        Files.writeString(
            target.resolve(ManualPage.name(command) + ".1"),
            ManualPage.of(command, Build.version(), Build.date()));
      }
    } catch (IOException e) {
      throw LocalFile.failed("write", folder, e);
    }
  }

  private void showDefaults() throws IOException {
    Defaults all = parent.defaults();
    Terminal terminal = parent.terminal();
    StringBuilder head = new StringBuilder("file: ");
    head.append(all.file().map(Path::toString).orElse("none"));
    head.append(all.file().filter(f -> !Files.exists(f)).map(f -> " (not there)").orElse(""));
    all.hints().forEach(hint -> head.append('\n').append(hint));
    terminal.out().write(Text.encode(head.append("\n\n").toString()));
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
