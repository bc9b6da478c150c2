package io.azulejo.cli;

import io.azulejo.internal.runtime.Suggestion;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What is wrong with a command line, as one line: what was not understood, and what may be meant.
 */
final class UsageError {
  private UsageError() {}

  /**
   * The text of a failure to understand the arguments, with the command whose help explains more.
   */
  static String text(CommandLine.ParameterException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    String what =
        failure instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()
            ? unmatched(command, unmatched.getUnmatched())
            : failure.getMessage().strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    return "azulejo: " + what + " (see " + command.qualifiedName() + " --help)";
  }

  private static String listed(List<String> names) {
    String last = names.get(names.size() - 1);
    return names.size() == 1
        ? last
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
  }

  private static String unmatched(CommandSpec command, List<String> arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("-") && argument.length() > 1) {
        String name = argument.replaceFirst("=.*", "");
        List<String> names = new ArrayList<>(command.optionsMap().keySet());
        return "there is no option " + name + Suggestion.hint(name, names);
      }
    }
    String first = arguments.get(0);
    if (command.subcommands().isEmpty()) {
      return "there is an argument too many: \"%s\"".formatted(first);
    }
    List<String> names = new ArrayList<>(command.subcommands().keySet());
    List<String> within = names.stream().filter(name -> name.startsWith(first + " ")).toList();
    return "there is no command \"%s\"".formatted(first)
        + (within.isEmpty() ? Suggestion.hint(first, names) : "; there are " + listed(within));
  }
}
