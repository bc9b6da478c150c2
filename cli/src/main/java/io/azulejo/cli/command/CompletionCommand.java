package io.azulejo.cli.command;

import io.azulejo.cli.help.FishCompletion;
import io.azulejo.cli.terminal.Terminal;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code completion}, which prints a completion script for a shell. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "completion",
    description = "Prints a shell script that completes commands, options and values.",
    footer = {
      "  azulejo completion bash > azulejo.bash   # source it in .bashrc",
      "  azulejo completion fish > azulejo.fish   # save it in fish's completions folder"
    })
final class CompletionCommand extends Subcommand {
  /** Shells for which a completion script can be generated. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  @Override
  void run(Terminal terminal) {
    CommandLine root = spec().root().commandLine();
    String script =
        shell == Shell.FISH
            ? FishCompletion.of(root)
            : AutoComplete.bash(root.getCommandName(), root);
    spec().commandLine().getOut().print(script);
  }
}
