package io.azulejo.cli;

import io.azulejo.error.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Formats command-line mistakes as one-line messages with suggestions. */
final class UsageError {
  /** Maximum number of options to list after an unknown option. */
  private static final int FEW = 14;

  private UsageError() {}

  /** Returns the message for a parse failure. It ends with a pointer to the command's help. */
  static String text(CommandLine.ParameterException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    return "azulejo: "
        + describe(failure, command)
        + " (see "
        + command.qualifiedName()
        + " --help)";
  }

  /** Returns the option that caused a parse failure, or an empty list if no single option did. */
  static List<String> options(CommandLine.ParameterException failure) {
    return failure.getArgSpec() instanceof OptionSpec option
        ? List.of(option.longestName())
        : List.of();
  }

  private static String describe(CommandLine.ParameterException failure, CommandSpec command) {
    if (failure instanceof CommandLine.UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(command, unmatched.getUnmatched());
    }
    if (failure instanceof CommandLine.MissingParameterException missing) {
      return missing(missing);
    }
    if (failure instanceof CommandLine.OverwrittenOptionException overwritten) {
      return name(overwritten.getOverwritten()) + " is given more than once";
    }
    ArgSpec argument = failure.getArgSpec();
    String message = failure.getMessage().strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    String value = failure.getValue();
    if (argument == null || value == null) {
      return message;
    }
    String shown = value.isEmpty() ? "\"\"" : value;
    return name(argument) + " " + shown + ": " + expected(argument, value, message);
  }

  /**
   * Returns a description of the values that an option accepts, to print after an invalid value.
   */
  private static String expected(ArgSpec argument, String value, String message) {
    Class<?> type = argument.type();
    if (type == long.class || type == Long.class || type == int.class || type == Integer.class) {
      boolean small = type == int.class || type == Integer.class;
      return value.matches("-?\\d+")
          ? "must be at most " + (small ? Integer.MAX_VALUE : Long.MAX_VALUE)
          : "expected an integer, such as 10";
    }
    if (type == double.class || type == Double.class) {
      return "expected a number, such as 0.5";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "this option takes no value";
    }
    if (argument.isMultiValue() && !argument.typeInfo().isCollection()) {
      return "expected " + argument.paramLabel();
    }
    return type.isEnum()
        ? "expected one of "
            + Arrays.stream(type.getEnumConstants())
                .map(Object::toString)
                .collect(Collectors.joining(", "))
        : message;
  }

  /** Returns a message that names the missing arguments and gives the summary of the first one. */
  private static String missing(CommandLine.MissingParameterException failure) {
    List<ArgSpec> missing = failure.getMissing();
    if (missing.isEmpty()) {
      return failure.getMessage();
    }
    String all = listed(missing.stream().map(UsageError::label).toList());
    ArgSpec first = missing.get(0);
    if (first instanceof OptionSpec) {
      return all + ": " + first.description()[0];
    }
    return all
        + (missing.size() == 1 ? " is missing: " : " are missing; " + first.paramLabel() + ": ")
        + first.description()[0];
  }

  private static String label(ArgSpec argument) {
    return argument instanceof OptionSpec
        ? name(argument)
            + " requires "
            + String.join(
                " ",
                Collections.nCopies(Math.max(1, argument.arity().min()), argument.paramLabel()))
        : argument.paramLabel();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String listed(List<String> names) {
    String last = names.get(names.size() - 1);
    return names.size() == 1
        ? last
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
  }

  private static String unmatched(CommandSpec command, List<String> arguments) {
    String first = arguments.get(0);
    boolean named = command.positionalParameters().isEmpty() && !command.subcommands().isEmpty();
    Optional<String> option =
        arguments.stream()
            .limit(named ? 1 : arguments.size())
            .filter(argument -> argument.startsWith("-") && argument.length() > 1)
            .findFirst();
    if (option.isPresent()) {
      return option(command, option.get().replaceFirst("=.*", ""));
    }
    if (first.startsWith("\u2014") || first.startsWith("\u2013")) {
      return "\"" + first + "\" starts with a dash; options start with two hyphens, as in --help";
    }
    return named ? command(command.root(), path(command) + first) : surplus(command, first);
  }

  private static String option(CommandSpec command, String name) {
    List<String> names = new ArrayList<>(command.optionsMap().keySet());
    Optional<String> synonym = CommandSynonyms.option(path(command).strip(), name, names);
    String hint = Suggestion.hint(name, names);
    List<String> own =
        names.stream().filter(known -> !command.optionsMap().get(known).inherited()).toList();
    if (command.parent() == null && hint.isEmpty() && synonym.isEmpty()) {
      return "unknown option " + name + " before the command; put it after the command";
    }
    String all =
        command.parent() == null || own.isEmpty() || own.size() > FEW
            ? ""
            : "; valid: " + String.join(", ", own);
    return "unknown option " + name + synonym.map("; "::concat).orElse(hint.isEmpty() ? all : hint);
  }

  private static String surplus(CommandSpec command, String argument) {
    List<PositionalParamSpec> takes = command.positionalParameters();
    if (!command.subcommands().isEmpty()) {
      return "unexpected argument \"%s\"; %s takes only %s, and has the subcommands %s"
          .formatted(argument, command.name(), labels(takes), listed(names(command)));
    }
    String range = command.optionsMap().containsKey("--range") ? range(argument) : "";
    return "unexpected argument \"%s\"; %s takes %s; quote arguments that contain blanks or *%s"
        .formatted(
            argument, command.name(), takes.isEmpty() ? "only options" : labels(takes), range);
  }

  private static String range(String argument) {
    return argument.contains("..") ? "; write a range as --range DIM=LO..HI" : "";
  }

  private static String labels(List<PositionalParamSpec> arguments) {
    return arguments.stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" "));
  }

  /** Returns a command's full name without the program name, followed by a blank. */
  private static String path(CommandSpec command) {
    return command.parent() == null ? "" : path(command.parent()) + command.name() + " ";
  }

  /** Returns the full names of all subcommands at any depth, such as {@code meta set}. */
  private static List<String> names(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .flatMap(below -> Stream.concat(Stream.of(path(below).strip()), names(below).stream()))
        .toList();
  }

  private static String command(CommandSpec root, String name) {
    List<String> names = names(root);
    String first = name.replaceFirst(" .*", "");
    List<String> within = names.stream().filter(known -> known.startsWith(first + " ")).toList();
    String hint = Suggestion.hint(name, names);
    Optional<String> synonym = CommandSynonyms.command(name);
    String advice;
    if (!within.isEmpty()) {
      advice = "; valid: " + String.join(", ", within);
    } else if (synonym.isPresent()) {
      advice = "; did you mean \"" + synonym.get() + "\"?";
    } else if (name.contains("/") || name.contains(".")) {
      advice = "; start with a command, such as azulejo info " + name;
    } else {
      advice = hint.isEmpty() ? "; azulejo help lists all commands" : hint;
    }
    return "unknown command \"" + name + "\"" + advice;
  }
}
