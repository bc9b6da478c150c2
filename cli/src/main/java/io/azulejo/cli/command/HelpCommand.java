package io.azulejo.cli.command;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints help. */
@Command(
    name = "help",
    description = "Prints the help of a command, or of all.",
    helpCommand = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo help read", "  azulejo help meta set"})
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The name of a command, such as read or meta set; all when not given.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine root = spec.parent().commandLine();
    Map<String, CommandLine> commands = root.getSubcommands();
    String name = String.join(" ", words);
    CommandLine command = name.isEmpty() ? root : commands.get(name);
    if (command == null) {
      throw new CommandLine.UnmatchedArgumentException(root, List.of(name));
    }
    command.usage(root.getOut());
  }
}
