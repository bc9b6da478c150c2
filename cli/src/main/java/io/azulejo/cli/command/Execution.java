package io.azulejo.cli.command;

import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.terminal.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Runs a command, with what it prints going where the command line says. */
final class Execution implements CommandLine.IExecutionStrategy {
  private final RootCommand root;

  Execution(RootCommand root) {
    this.root = root;
  }

  @Override
  public int execute(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    try {
      Optional<OutputArguments.Target> target = target(command);
      return target.isPresent() ? into(target.get(), parsed) : run(parsed);
    } catch (IOException | RuntimeException e) {
      if (e instanceof CommandLine.PicocliException known) {
        throw known;
      }
      CommandLine line = command.commandSpec().commandLine();
      throw new CommandLine.ExecutionException(line, String.valueOf(e.getMessage()), e);
    }
  }

  private static int run(ParseResult parsed) {
    return new CommandLine.RunLast().execute(parsed);
  }

  private static Optional<OutputArguments.Target> target(ParseResult command) {
    for (CommandLine.Model.CommandSpec mixin : command.commandSpec().mixins().values()) {
      if (mixin.userObject() instanceof OutputArguments output) {
        return output.begin(command);
      }
    }
    return Optional.empty();
  }

  private int into(OutputArguments.Target target, ParseResult parsed) throws IOException {
    int[] code = new int[1];
    Interruption.during(
        () -> {
          try (var file = target.file()) {
            OutputStream out = target.out();
            root.printTo(out);
            code[0] = run(parsed);
            out.close();
            file.complete();
          }
        });
    return code[0];
  }
}
