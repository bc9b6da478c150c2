package io.azulejo.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Manual pages of commands for {@code man}, in the macros of {@code man(7)}: what the help of a
 * command says, in sections.
 */
public final class ManualPage {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[A-Za-z][\\w-]*");

  private final CommandSpec command;
  private final CommandSpec root;
  private final Help help;
  private final StringBuilder page = new StringBuilder();

  private ManualPage(CommandLine command) {
    this.command = command.getCommandSpec();
    this.root = this.command.root();
    this.help =
        new Help(this.command, Help.defaultColorScheme(Ansi.OFF)) {
          @Override
          public int synopsisHeadingLength() {
            return 0;
          }
        };
  }

  /** The name of the page of a command, such as {@code azulejo-meta-set} for {@code meta set}. */
  public static String name(CommandLine command) {
    return name(command.getCommandSpec());
  }

  /**
   * The page of a command, for section 1 of the manual.
   *
   * @param date the day of the release, as in 2026-01-31
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
    // Words are not divided, and lines end where they will.
    line(".nh");
    line(".ad l");
    section("NAME");
    String[] description = rendered(command.usageMessage().description());
    line(escaped(name(command)) + " \\- " + escaped(FirstSentence.of(description)));
    section("SYNOPSIS");
    line(marked(help.synopsis(0).strip().replaceAll("\\s+", " ")));
    section("DESCRIPTION");
    paragraphs(description);
    List<PositionalParamSpec> arguments =
        command.positionalParameters().stream().filter(a -> !a.hidden()).toList();
    if (!arguments.isEmpty()) {
      section("ARGUMENTS");
      for (PositionalParamSpec argument : arguments) {
        entry("\\fI" + escaped(argument.paramLabel()) + "\\fR", argument);
      }
    }
    section("OPTIONS");
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        entry(names(option), option);
      }
    }
    if (command == root) {
      commands();
    }
    footer();
    section("SEE ALSO");
    line(seeAlso());
  }

  private String names(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .map(name -> "\\fB" + escaped(name) + "\\fR")
            .collect(Collectors.joining(", "));
    String label = escaped(option.paramLabel());
    String value =
        help.createDefaultParamLabelRenderer()
            .renderParameterLabel(option, Ansi.OFF, List.of())
            .toString();
    return value.isBlank() ? names : names + escaped(value).replace(label, "\\fI" + label + "\\fR");
  }

  private void entry(String head, ArgSpec argument) {
    line(".TP");
    line(head);
    line(protectedStart(escaped(String.join(" ", rendered(argument.description())))));
  }

  private void commands() {
    section("COMMANDS");
    for (CommandLine below : command.commandLine().getSubcommands().values()) {
      CommandSpec spec = below.getCommandSpec();
      line(".TP");
      line("\\fB" + escaped(name(spec)) + "\\fR(1)");
      line(protectedStart(escaped(FirstSentence.of(rendered(spec.usageMessage().description())))));
    }
  }

  /**
   * What stands below the help: examples, and parts that blank lines separate. A part whose first
   * line ends with a colon has it as its title, others are notes.
   */
  private void footer() {
    String[] lines = rendered(command.usageMessage().footer());
    String title = help.footerHeading().strip().replaceFirst(":$", "");
    List<String> part = new ArrayList<>();
    for (String text : lines) {
      if (text.isBlank()) {
        part(title, part);
        part.clear();
        title = "Notes";
      } else if (part.isEmpty() && text.endsWith(":") && !text.startsWith(" ")) {
        title = text.substring(0, text.length() - 1);
      } else {
        part.add(text);
      }
    }
    part(title, part);
  }

  private void part(String title, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    section(title.toUpperCase(Locale.ROOT));
    if (lines.get(0).startsWith(" ")) {
      line(".nf");
      lines.forEach(
          text -> line(protectedStart(escaped(text.substring(Math.min(2, indent(text)))))));
      line(".fi");
    } else {
      paragraphs(lines.toArray(String[]::new));
    }
  }

  private static int indent(String text) {
    return text.length() - text.stripLeading().length();
  }

  private String seeAlso() {
    if (command != root) {
      return "\\fB" + escaped(root.name()) + "\\fR(1)";
    }
    return command.commandLine().getSubcommands().values().stream()
        .map(below -> "\\fB" + escaped(name(below)) + "\\fR(1)")
        .collect(Collectors.joining(",\n"));
  }

  private void section(String title) {
    line(".SH " + quoted(title));
  }

  /** Lines that are filled; empty ones between others begin a paragraph. */
  private void paragraphs(String... lines) {
    boolean begun = false;
    boolean apart = false;
    for (String text : lines) {
      if (text.isBlank()) {
        apart = begun;
      } else {
        if (apart) {
          line(".PP");
        }
        line(protectedStart(escaped(text.strip())));
        begun = true;
        apart = false;
      }
    }
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** Texts of the help with its signs such as {@code %n} and {@code %%} replaced. */
  private static String[] rendered(String[] texts) {
    return Arrays.stream(texts)
        .map(
            text -> Ansi.OFF.string(String.format(Locale.ROOT, text.replaceAll("%(?![n%])", "%%"))))
        .toArray(String[]::new);
  }

  /** Options in bold type. */
  private static String marked(String synopsis) {
    StringBuilder all = new StringBuilder();
    int from = 0;
    var matcher = OPTION.matcher(synopsis);
    while (matcher.find()) {
      all.append(escaped(synopsis.substring(from, matcher.start())));
      all.append("\\fB").append(escaped(matcher.group())).append("\\fR");
      from = matcher.end();
    }
    return all.append(escaped(synopsis.substring(from))).toString();
  }

  /** An argument of a macro. */
  private static String quoted(String text) {
    return '"' + escaped(text).replace("\"", "\\(dq") + '"';
  }

  /** A line that no sign at its beginning makes a request of. */
  private static String protectedStart(String line) {
    return line.startsWith(".") ? "\\&" + line : line;
  }

  /** Text that is printed as it is, in ASCII: roff and terminals make other signs of some. */
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
