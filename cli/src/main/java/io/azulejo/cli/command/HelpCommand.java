package io.azulejo.cli.command;

import io.azulejo.cli.output.ManualPage;
import io.azulejo.cli.terminal.Build;
import io.azulejo.cli.terminal.LocalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
    })
final class HelpCommand implements Runnable {
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

  @Override
  public void run() {
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
}
