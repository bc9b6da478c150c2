package io.azulejo.cli.help;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Generates manual pages in {@code man(7)} format from the help of commands. */
public final class ManualPage {
  private final CommandSpec command;
  private final CommandSpec root;
  private final StringBuilder page = new StringBuilder();

  private ManualPage(CommandLine command) {
    this.command = command.getCommandSpec();
    this.root = this.command.root();
  }

  /**
   * Returns the name of a command's manual page, such as {@code azulejo-meta-set} for {@code meta
   * set}.
   */
  public static String name(CommandLine command) {
    return name(command.getCommandSpec());
  }

  /**
   * Returns a command's manual page for section 1 of the manual, in {@code man(7)} format.
   *
   * @param version the version of the program
   * @param date the release date, such as {@code 2026-01-31}
   */
  public static String of(CommandLine command, String version, String date) {
    ManualPage page = new ManualPage(command);
    page.write(version, date);
    return page.page.toString();
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-").replace(' ', '-');
  }

  private void write(String version, String date) {
    line(
        ".TH "
            + quoted(name(command).toUpperCase(Locale.ROOT))
            + " 1 "
            + date
            + " "
            + quoted(root.name() + " " + version)
            + " "
            + quoted(root.name()));
    // Disables hyphenation and justification.
    line(".nh");
    line(".ad l");
    section("NAME");
    String[] description = command.usageMessage().description();
    line(escaped(name(command)) + " \\- " + escaped(Description.summary(description)));
    section("SYNOPSIS");
    line(
        "\\fB"
            + escaped(command.qualifiedName())
            + "\\fR "
            + escaped(ListedOption.synopsis(command)));
    section("DESCRIPTION");
    line(
        Description.lines(description).stream()
            .map(paragraph -> protectedStart(escaped(paragraph)))
            .collect(Collectors.joining("\n.PP\n")));
    options();
    commands();
    FooterPart.of(command).forEach(this::part);
    section("SEE ALSO");
    line(seeAlso());
  }

  private void options() {
    boolean begun = false;
    Section last = null;
    for (ListedOption option : ListedOption.of(command)) {
      Section section = option.section();
      if (section == Section.ARGUMENTS && last == null) {
        section("ARGUMENTS");
      }
      if (section != Section.ARGUMENTS && !begun) {
        section("OPTIONS");
        begun = true;
      }
      if (section.compareTo(Section.OPTIONS) > 0 && section != last) {
        line(".SS " + quoted(section.title()));
      }
      line(".TP");
      line(head(option));
      line(protectedStart(escaped(option.text())));
      last = section;
    }
  }

  private static String head(ListedOption option) {
    String names =
        option.names().stream()
            .map(name -> "\\fB" + escaped(name) + "\\fR")
            .collect(Collectors.joining(", "));
    String value = option.value();
    String gap = value.startsWith(" ") ? " " : "";
    return value.isEmpty() ? names : names + gap + "\\fI" + escaped(value.strip()) + "\\fR";
  }

  private void commands() {
    List<CommandSpec> below = below(command);
    if (!below.isEmpty()) {
      section("COMMANDS");
    }
    for (CommandSpec spec : below) {
      line(".TP");
      line("\\fB" + escaped(name(spec)) + "\\fR(1)");
      line(protectedStart(escaped(Description.summary(spec.usageMessage().description()))));
    }
  }

  private void part(FooterPart part) {
    section(part.title().toUpperCase(Locale.ROOT));
    boolean asTheyAre = part.lines().get(0).startsWith(" ");
    if (asTheyAre) {
      line(".nf");
    }
    for (String text : part.lines()) {
      line(protectedStart(escaped(text.substring(Math.min(2, indent(text))))));
    }
    if (asTheyAre) {
      line(".fi");
    }
  }

  private static int indent(String text) {
    return text.length() - text.stripLeading().length();
  }

  private String seeAlso() {
    return (command == root ? below(root) : List.of(root))
        .stream()
            .map(other -> "\\fB" + escaped(name(other)) + "\\fR(1)")
            .collect(Collectors.joining(",\n"));
  }

  /** Returns all subcommands of a command, at any depth. */
  private static List<CommandSpec> below(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .flatMap(spec -> Stream.concat(Stream.of(spec), below(spec).stream()))
        .toList();
  }

  private void section(String title) {
    line(".SH " + quoted(title));
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  private static String quoted(String text) {
    return '"' + escaped(text).replace("\"", "\\(dq") + '"';
  }

  /** Escapes the first character of a line that roff would read as a request. */
  private static String protectedStart(String line) {
    return line.startsWith(".") ? "\\&" + line : line;
  }

  /** Escapes text so that it is pure ASCII and roff prints each character unchanged. */
  private static String escaped(String text) {
    StringBuilder all = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> all.append("\\(rs");
                case '-' -> all.append("\\-");
                case '\'' -> all.append("\\(aq");
                case '`' -> all.append("\\(ga");
                case '^' -> all.append("\\(ha");
                case '~' -> all.append("\\(ti");
                default -> {
                  if (c < 0x7f) {
                    all.append((char) c);
                  } else {
                    all.append("\\[u%04X]".formatted(c));
                  }
                }
              }
            });
    return all.toString();
  }
}
