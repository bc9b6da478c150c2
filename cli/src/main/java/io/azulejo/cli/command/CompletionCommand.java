package io.azulejo.cli.command;

import io.azulejo.cli.help.FishCompletion;
import io.azulejo.cli.terminal.Terminal;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script for a shell. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "completion",
    description = "Prints a script that completes commands, options and values in a shell.",
    footer = {
      "  azulejo completion bash > azulejo.bash   # bash: source it at the start",
      "  azulejo completion fish > azulejo.fish   # fish: put it with its completions"
    })
final class CompletionCommand extends Subcommand {
  /** Shells with a completion script. */
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
