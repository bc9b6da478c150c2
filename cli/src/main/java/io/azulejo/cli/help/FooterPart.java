package io.azulejo.cli.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A part of what follows the options in the help of a command.
 *
 * @param title its heading without the colon, such as {@code Examples}
 * @param lines its lines; indented ones stand as they are
 */
record FooterPart(String title, List<String> lines) {
  /** The part that has examples. */
  static final String EXAMPLES = "Examples";

  /** The part that lists options that picocli does not know. */
  static final String OPTIONS = "Options";

  /**
   * The parts of a command's footer, which blank lines separate. The first line of a part is its
   * title if it ends with a colon and is not indented. Otherwise the first part has examples, and
   * others are notes.
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
