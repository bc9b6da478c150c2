package io.azulejo.cli.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A titled part of the text that follows the options in a command's help.
 *
 * @param title the heading without its colon, such as {@code Examples}
 * @param lines the lines below the heading; indented lines are printed unchanged
 */
record FooterPart(String title, List<String> lines) {
  /** Title of the part that holds examples. */
  static final String EXAMPLES = "Examples";

  /** Title of the part that lists options parsed by the command itself instead of picocli. */
  static final String OPTIONS = "Options";

  /**
   * Splits a command's footer into its non-empty parts, which are separated by blank lines. A
   * part's first line is its title if it ends with a colon and is not indented. Without a title,
   * the first part holds examples and later parts are notes.
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
