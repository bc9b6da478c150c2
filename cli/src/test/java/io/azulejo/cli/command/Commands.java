package io.azulejo.cli.command;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Defaults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of the program. */
public final class Commands {
  private static final Map<String, CommandSpec> ALL = new LinkedHashMap<>();

  static {
    line().getSubcommands().values().forEach(command -> add("", command.getCommandSpec()));
  }

  private Commands() {}

  private static void add(String above, CommandSpec command) {
    ALL.put(above + command.name(), command);
    String below = above + command.name() + " ";
    command.subcommands().values().forEach(each -> add(below, each.getCommandSpec()));
  }

  /** The command line for some arguments. */
  static CommandLine line(String... args) {
    return RootCommand.line(Session.NOWHERE, Defaults.NONE, Optional.empty(), args);
  }

  /** The names of all commands, those below others included, such as {@code meta set}. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  static CommandSpec get(String name) {
    return ALL.get(name);
  }
}
