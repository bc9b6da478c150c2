package io.azulejo.cli.command;

import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.help.HelpText;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.Pager;
import io.azulejo.cli.terminal.ReportStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * An execution strategy for picocli. It runs the requested command and sends its output to the
 * terminal, a pager or a file.
 */
final class Execution implements CommandLine.IExecutionStrategy {
  private final RootCommand root;
  private final Optional<Pager> pager;

  /**
   * Creates the strategy.
   *
   * @param root the root command, whose output is redirected
   * @param pager the pager for long output on a terminal, if there is one
   */
  Execution(RootCommand root, Optional<Pager> pager) {
    this.root = root;
    this.pager = pager;
  }

  @Override
  public int execute(ParseResult parsed) {
    for (ParseResult each = parsed; each != null; each = each.subcommand()) {
      if (each.isUsageHelpRequested()) {
        return help(each);
      }
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult command = last(parsed);
    try {
      if (command.commandSpec().userObject() instanceof ChangingCommand change
          && !change.isPreview()) {
        return changing(parsed, command.commandSpec());
      }
      Optional<OutputArguments> output = output(command);
      Optional<OutputArguments.Target> target = output.flatMap(o -> o.begin(command));
      return target.isPresent()
          ? runToFile(target.get(), parsed)
          : output.isPresent() && pager.isPresent() && isLong(command)
              ? runPaged(pager.get(), parsed)
              : run(parsed);
    } catch (IOException | RuntimeException e) {
      if (e instanceof CommandLine.PicocliException known) {
        throw known;
      }
      CommandLine line = command.commandSpec().commandLine();
      throw new CommandLine.ExecutionException(line, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Returns the innermost command, which is the one to run.
   *
   * @throws CommandLine.ParameterException if an option or argument precedes a subcommand, because
   *     the parent command would ignore it
   */
  private static ParseResult last(ParseResult command) {
    if (!command.hasSubcommand()) {
      return command;
    }
    CommandLine below = command.subcommand().commandSpec().commandLine();
    for (ArgSpec argument : command.matchedArgs()) {
      if (argument.scopeType() != ScopeType.INHERIT) {
        String name = argument instanceof OptionSpec o ? o.longestName() : argument.paramLabel();
        throw new CommandLine.ParameterException(
            below, name + " must come after " + below.getCommandName());
      }
    }
    return last(command.subcommand());
  }

  /** Prints the help that the arguments request. */
  private static int help(ParseResult asked) {
    CommandLine line = asked.commandSpec().commandLine();
    boolean all = asked.originalArgs().contains(RootCommand.HELP_ALL);
    CommandLine subject =
        all && asked.commandSpec().userObject() instanceof HelpCommand help ? help.subject() : line;
    line.getOut().print(all ? HelpText.full(subject) : HelpText.brief(subject));
    return Failure.OK;
  }

  private static int run(ParseResult parsed) {
    return new CommandLine.RunLast().execute(parsed);
  }

  /**
   * Runs a command that changes data. If its report cannot be printed, warns and keeps the exit
   * code.
   */
  private int changing(ParseResult parsed, CommandSpec command) {
    ReportStream report = root.printReport();
    int code = run(parsed);
    report
        .failure()
        .map(e -> reportFailure(command.qualifiedName().split(" ", 2)[1], e))
        .ifPresent(command.commandLine().getErr()::println);
    return code;
  }

  private static String reportFailure(String command, IOException failure) {
    return "azulejo: %s succeeded, but its report could not be printed: %s; do not repeat the command"
        .formatted(command, failure.getMessage());
  }

  private static Optional<OutputArguments> output(ParseResult command) {
    for (CommandSpec mixin : command.commandSpec().mixins().values()) {
      if (mixin.userObject() instanceof OutputArguments output) {
        return Optional.of(output);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a command's output is meant for people and may be long. */
  private boolean isLong(ParseResult command) {
    OptionSpec format = command.commandSpec().findOption("--format");
    Object value = format == null ? null : format.getValue();
    String form = value == null ? "text" : value.toString();
    // Statistics go to standard error after the cells.
    return root.allowsPager()
        && (form.equals("text") || form.equals("table"))
        && !command.hasMatchedOption("--stats");
  }

  private int runPaged(Pager shown, ParseResult parsed) throws IOException {
    root.printThrough(shown);
    try {
      return run(parsed);
    } finally {
      shown.close();
    }
  }

  private int runToFile(OutputArguments.Target target, ParseResult parsed) throws IOException {
    return Interruption.during(
        () -> {
          try (var file = target.file()) {
            OutputStream out = target.out();
            root.printTo(out);
            int code = run(parsed);
            out.close();
            file.complete();
            return code;
          }
        });
  }
}
