package io.azulejo.cli.help;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Generates completion scripts for the fish shell, which picocli does not support. */
public final class FishCompletion {
  private FishCompletion() {}

  /**
   * Returns the completion script for a program.
   *
   * @param root the program's root command, with at most two levels of subcommands
   */
  public static String of(CommandLine root) {
    String name = root.getCommandName();
    StringBuilder script = new StringBuilder();
    script.append("# Completions of ").append(name).append(" for fish.\n");
    for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
      add(script, name, "__fish_use_subcommand", command);
      String here = seen(command.getKey()) + elsewhere(command.getKey(), root);
      addOptions(script, name, here, command.getValue());
      for (Map.Entry<String, CommandLine> below : command.getValue().getSubcommands().entrySet()) {
        add(script, name, here, below);
        String there = here + "; and " + seen(below.getKey());
        addOptions(script, name, there, below.getValue());
      }
    }
    return script.toString();
  }

  private static String seen(String word) {
    return "__fish_seen_subcommand_from " + word;
  }

  /**
   * Returns a part of a condition that excludes the word after another command, such as {@code
   * create} in {@code group create}. It is empty if no command has this subcommand.
   */
  private static String elsewhere(String word, CommandLine root) {
    StringBuilder condition = new StringBuilder();
    root.getSubcommands()
        .forEach(
            (first, command) -> {
              if (command.getSubcommands().containsKey(word)) {
                condition.append("; and not ").append(seen(first));
              }
            });
    return condition.toString();
  }

  private static void add(
      StringBuilder script, String name, String where, Map.Entry<String, CommandLine> command) {
    String[] description = command.getValue().getCommandSpec().usageMessage().description();
    script
        .append("complete -c %s -n '%s' -a %s".formatted(name, where, command.getKey()))
        .append(description.length == 0 ? "" : " -d " + quoted(Description.summary(description)))
        .append('\n');
  }

  private static void addOptions(
      StringBuilder script, String name, String where, CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      script.append("complete -c %s -n '%s'".formatted(name, where));
      for (String written : option.names()) {
        script.append(
            written.startsWith("--")
                ? " -l " + written.substring(2)
                : " -s " + written.substring(1));
      }
      if (option.arity().max() > 0) {
        script.append(" -r");
        if (option.completionCandidates() != null) {
          script.append(" -f -a ").append(quoted(String.join(" ", option.completionCandidates())));
        }
      }
      script.append(" -d ").append(quoted(Description.summary(option.description()))).append('\n');
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
