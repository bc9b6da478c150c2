package io.azulejo.cli.help;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option or argument of a command as listed in the help.
 *
 * @param names the option's names as typed, with hyphens; empty for an argument
 * @param value the value after an option's names, such as {@code " FILE"}; the label of an argument
 * @param summary the first line of the description, without a full stop
 * @param details the other sentences of the description; may be empty
 * @param section the section that lists the option or argument
 * @param rare whether the brief help of a command with many options shows only the names
 */
record ListedOption(
    List<String> names,
    String value,
    String summary,
    String details,
    Section section,
    boolean rare) {

  /** Returns a command's visible options and arguments by section, then in declaration order. */
  static List<ListedOption> of(CommandSpec command) {
    Help help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
    return Stream.<ArgSpec>concat(
            command.positionalParameters().stream(), command.options().stream())
        .filter(argument -> !argument.hidden())
        .map(argument -> of(argument, help))
        .sorted(Comparator.comparing(ListedOption::section))
        .toList();
  }

  private static ListedOption of(ArgSpec argument, Help help) {
    Optional<HelpEntry> entry =
        argument.userObject() instanceof AnnotatedElement field
            ? Optional.ofNullable(field.getAnnotation(HelpEntry.class))
            : Optional.empty();
    List<String> description = Description.lines(argument.description());
    String label =
        help.createDefaultParamLabelRenderer()
            .renderParameterLabel(argument, Ansi.OFF, List.of())
            .toString();
    return new ListedOption(
        argument instanceof OptionSpec option ? names(option) : List.of(),
        argument instanceof PositionalParamSpec
            ? positional(argument)
            : label.replaceFirst("^=", " "),
        description.get(0),
        String.join(" ", description.subList(1, description.size())),
        entry
            .map(HelpEntry::value)
            .orElse(argument.isOption() ? Section.OPTIONS : Section.ARGUMENTS),
        entry.map(HelpEntry::rare).orElse(false));
  }

  private static List<String> names(OptionSpec option) {
    return Arrays.stream(option.names())
        .map(name -> option.negatable() ? name.replaceFirst("^--", "--[no-]") : name)
        .toList();
  }

  private static String positional(ArgSpec argument) {
    String label = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
    return argument.arity().min() == 0 ? "[" + label + "]" : label;
  }

  /** Returns the part of a command's synopsis after its name, such as {@code URI [options]}. */
  static String synopsis(CommandSpec command) {
    if (command.positionalParameters().isEmpty() && !command.subcommands().isEmpty()) {
      return "COMMAND [arguments]";
    }
    List<ListedOption> all = of(command);
    Stream<String> arguments =
        all.stream().filter(ListedOption::isArgument).map(ListedOption::head);
    boolean options =
        all.stream().anyMatch(o -> !o.isArgument() && o.section != Section.GENERAL)
            || FooterPart.of(command).get(0).title().equals(FooterPart.OPTIONS);
    return Stream.concat(arguments, options ? Stream.of("[options]") : Stream.empty())
        .collect(Collectors.joining(" "));
  }

  /** Returns whether this is a positional argument, which has no option names. */
  boolean isArgument() {
    return names.isEmpty();
  }

  /** Returns the text to type: the names and the value, such as {@code -o, --output FILE}. */
  String head() {
    return String.join(", ", names) + value;
  }

  /** Returns the summary, followed by the details if there are any. */
  String text() {
    return details.isEmpty() ? summary : summary + ". " + details;
  }
}
