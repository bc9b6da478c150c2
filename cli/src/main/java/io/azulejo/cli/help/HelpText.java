package io.azulejo.cli.help;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The help of a command, formatted for the terminal. The brief help fits on one page, with one line
 * per option and a few examples. The full help shows the details of all options, and all examples.
 */
public final class HelpText {
  /** Maximum number of lines of the brief help at a width of {@link #WIDTH} columns. */
  static final int LINES = 40;

  /** Maximum width of the brief help in columns. */
  static final int WIDTH = 80;

  /** Maximum number of examples in the brief help. */
  private static final int EXAMPLES = 3;

  /**
   * Maximum width of the options column. The description of a wider option starts on the next line.
   */
  private static final int WIDEST_HEAD = 26;

  private static final String INDENT = "  ";

  /** Selects the options that are specific to a command. */
  private static final Predicate<ListedOption> OWN = option -> option.section() != Section.GENERAL;

  private final CommandLine line;
  private final CommandSpec command;
  private final int width;
  private final List<String> lines = new ArrayList<>();

  private HelpText(CommandLine line, int width) {
    this.line = line;
    this.command = line.getCommandSpec();
    this.width = width;
  }

  /**
   * Returns the brief help, wrapped to the command's help width but at most {@link #WIDTH} columns.
   * If it would exceed {@link #LINES} lines, rare options are listed by name only.
   */
  public static String brief(CommandLine command) {
    int width = Math.min(WIDTH, command.getUsageHelpWidth());
    HelpText all = new HelpText(command, width).brief(OWN);
    return all.lines.size() <= LINES
        ? all.text()
        : new HelpText(command, width).brief(OWN.and(option -> !option.rare())).text();
  }

  /** Returns the full help, wrapped to the command's help width. */
  public static String full(CommandLine command) {
    return new HelpText(command, command.getUsageHelpWidth()).full().text();
  }

  /**
   * Returns the command with the given name, such as {@code meta set}, if it exists. An empty name
   * selects the root command.
   */
  public static Optional<CommandLine> command(CommandLine root, String name) {
    Optional<CommandLine> command = Optional.of(root);
    for (String word : name.isEmpty() ? new String[0] : name.split(" ")) {
      command = command.map(above -> above.getSubcommands().get(word));
    }
    return command;
  }

  private HelpText brief(Predicate<ListedOption> shown) {
    usage();
    paragraph(Description.lines(command.usageMessage().description()).get(0));
    lines.add("");
    if (isRoot()) {
      for (Topic topic : Topic.values()) {
        commands(topic.title(), topic.common());
        list("  also: ", topic.others());
      }
      named("Options of all commands: ", option -> true);
    } else {
      for (Section section : Section.values()) {
        section(section, shown, ListedOption::summary);
      }
      subcommands();
      named("More options: ", OWN.and(shown.negate()));
    }
    for (FooterPart part : FooterPart.of(command)) {
      if (part.title().equals(FooterPart.OPTIONS)) {
        part(part);
      } else if (part.title().equals(FooterPart.EXAMPLES)) {
        List<String> first = part.lines().subList(0, Math.min(EXAMPLES, part.lines().size()));
        part(new FooterPart(part.title(), first));
      }
    }
    lines.add("");
    lines.add(
        isRoot()
            ? "More: 'azulejo help COMMAND'; exit codes and rules: 'azulejo --help-all'."
            : "More: '" + command.qualifiedName() + " --help-all', or the manual page.");
    return this;
  }

  private HelpText full() {
    usage();
    for (String paragraph : Description.lines(command.usageMessage().description())) {
      paragraph(paragraph);
      lines.add("");
    }
    if (isRoot()) {
      for (Topic topic : Topic.values()) {
        commands(topic.title(), topic.commands());
      }
    }
    for (Section section : Section.values()) {
      section(section, option -> true, ListedOption::text);
    }
    if (!isRoot()) {
      subcommands();
    }
    FooterPart.of(command).forEach(this::part);
    return this;
  }

  private boolean isRoot() {
    return command.parent() == null;
  }

  private String text() {
    return lines.stream().map(text -> text + "\n").collect(Collectors.joining());
  }

  private void usage() {
    lines.add("Usage: " + command.qualifiedName() + " " + ListedOption.synopsis(command));
  }

  private void subcommands() {
    if (!line.getSubcommands().isEmpty()) {
      commands("Commands", List.copyOf(line.getSubcommands().keySet()));
    }
  }

  private void commands(String title, List<String> names) {
    int column = names.stream().mapToInt(String::length).max().orElse(0);
    lines.add(title + ":");
    for (String name : names) {
      CommandSpec below = command(line, name).orElseThrow().getCommandSpec();
      entry(name, Math.max(11, column), Description.summary(below.usageMessage().description()));
    }
  }

  private void section(
      Section section, Predicate<ListedOption> shown, Function<ListedOption, String> text) {
    List<ListedOption> all = ListedOption.of(command).stream().filter(shown).toList();
    int column =
        all.stream()
            .mapToInt(option -> option.head().length())
            .filter(length -> length <= WIDEST_HEAD)
            .max()
            .orElse(WIDEST_HEAD);
    List<ListedOption> here = all.stream().filter(option -> option.section() == section).toList();
    if (!here.isEmpty()) {
      lines.add(section.title() + ":");
      here.forEach(option -> entry(option.head(), column, text.apply(option)));
    }
  }

  private void entry(String head, int column, String text) {
    List<String> wrapped = wrapped(text, width - column - 2 * INDENT.length());
    String rest = INDENT + " ".repeat(column) + INDENT;
    boolean wide = head.length() > column;
    if (wide) {
      lines.add(INDENT + head);
    }
    for (int i = 0; i < wrapped.size(); i++) {
      String start = i > 0 || wide ? rest : INDENT + head + rest.substring(2 + head.length());
      lines.add((start + wrapped.get(i)).stripTrailing());
    }
  }

  /** Appends the names of selected options. */
  private void named(String start, Predicate<ListedOption> which) {
    List<String> names =
        ListedOption.of(command).stream()
            .filter(option -> !option.isArgument() && which.test(option))
            .map(option -> String.join(", ", option.names()))
            .toList();
    if (!names.isEmpty()) {
      list(start, names);
    }
  }

  private void list(String start, List<String> names) {
    List<String> wrapped = wrapped(String.join(", ", names), width - start.length());
    for (int i = 0; i < wrapped.size(); i++) {
      lines.add((i == 0 ? start : " ".repeat(start.length())) + wrapped.get(i));
    }
  }

  private void part(FooterPart part) {
    lines.add("");
    lines.add(part.title() + ":");
    lines.addAll(part.title().equals(FooterPart.EXAMPLES) ? aligned(part.lines()) : part.lines());
  }

  /** Aligns the comments of examples, unless a line becomes too wide. */
  private List<String> aligned(List<String> examples) {
    int column = examples.stream().mapToInt(HelpText::commentStart).max().orElse(0);
    List<String> all = aligned(examples, column);
    return all.stream().allMatch(example -> example.length() <= width) ? all : aligned(examples, 0);
  }

  private static List<String> aligned(List<String> examples, int column) {
    return examples.stream()
        .map(
            example -> {
              int end = commentStart(example);
              String gap = " ".repeat(Math.max(0, column - end)) + INDENT;
              return (example.substring(0, end) + gap + example.substring(end).strip())
                  .stripTrailing();
            })
        .toList();
  }

  /** Returns the position where the command ends and the blanks before its comment start. */
  private static int commentStart(String example) {
    int hash = example.lastIndexOf("   # ");
    return hash < 0 ? example.length() : hash;
  }

  private void paragraph(String text) {
    lines.addAll(wrapped(text, width));
  }

  private static List<String> wrapped(String text, int width) {
    List<String> all = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!current.isEmpty() && current.length() + 1 + word.length() > width) {
        all.add(current.toString());
        current.setLength(0);
      }
      current.append(current.isEmpty() ? "" : " ").append(word);
    }
    all.add(current.toString());
    return all;
  }
}
