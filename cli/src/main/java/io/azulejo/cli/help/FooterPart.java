package io.azulejo.cli.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A part of the text after the options in a command's help.
 *
 * @param title the heading without its colon, such as {@code Examples}
 * @param lines its lines; indented lines are kept unchanged
 */
record FooterPart(String title, List<String> lines) {
  /** The title of the examples. */
  static final String EXAMPLES = "Examples";

  /** The title of options that picocli does not know. */
  static final String OPTIONS = "Options";

  /**
   * Splits a command's footer into parts at blank lines. The first line of a part is its title if
   * it ends with a colon and is not indented. Otherwise the first part holds examples, and later
   * parts are notes.
   */
  static List<FooterPart> of(CommandSpec command) {
    List<FooterPart> parts = new ArrayList<>();
    String title = EXAMPLES;
    List<String> lines = new ArrayList<>();
    for (String text : Description.lines(command.usageMessage().footer())) {
      if (text.isBlank()) {
        parts.add(new FooterPart(title, lines));
        lines = new ArrayList<>();
        title = "Notes";
      } else if (lines.isEmpty() && text.endsWith(":") && !text.startsWith(" ")) {
        title = text.substring(0, text.length() - 1);
      } else {
        lines.add(text);
      }
    }
    parts.add(new FooterPart(title, lines));
    return parts.stream().filter(part -> !part.lines.isEmpty()).toList();
  }
}
