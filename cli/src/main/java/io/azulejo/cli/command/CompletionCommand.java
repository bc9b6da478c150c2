package io.azulejo.cli.command;

import static picocli.CommandLine.ScopeType.LOCAL;

import io.azulejo.cli.help.FishCompletion;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell completes the arguments of commands by. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "completion",
    description = "Prints a script that completes commands, options and values in a shell.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo completion bash > azulejo.bash   # bash: source it at the start",
      "  azulejo completion fish > azulejo.fish   # fish: put it with its completions"
    })
final class CompletionCommand implements Runnable {
  /** The shells that there are scripts for. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  @Override
  public void run() {
    CommandLine nested = nested(spec.parent().commandLine());
    String script =
        shell == Shell.FISH
            ? FishCompletion.of(nested)
            : AutoComplete.bash(spec.parent().name(), nested);
    spec.commandLine().getOut().print(script);
  }

  /** The same commands, those of two words below a command that has the first one. */
  private static CommandLine nested(CommandLine all) {
    CommandLine root = new CommandLine(CommandSpec.create().name(all.getCommandName()));
    for (Map.Entry<String, CommandLine> command : all.getSubcommands().entrySet()) {
      String[] words = command.getKey().split(" ");
      CommandLine above = root;
      if (words.length == 2) {
        above = root.getSubcommands().get(words[0]);
        if (above == null) {
          above = new CommandLine(CommandSpec.create().name(words[0]));
          root.addSubcommand(words[0], above);
        }
      }
      above.addSubcommand(words[words.length - 1], arguments(command.getValue().getCommandSpec()));
    }
    return root;
  }

  /** A command that has the options and arguments of another, and does nothing. */
  private static CommandSpec arguments(CommandSpec command) {
    CommandSpec same = CommandSpec.create().name(command.name());
    same.usageMessage().description(command.usageMessage().description());
    for (OptionSpec option : command.options()) {
      same.addOption(OptionSpec.builder(option).inherited(false).scopeType(LOCAL).build());
    }
    for (PositionalParamSpec argument : command.positionalParameters()) {
      same.addPositional(
          PositionalParamSpec.builder(argument).inherited(false).scopeType(LOCAL).build());
    }
    return same;
  }
}
