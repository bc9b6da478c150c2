package io.azulejo.cli.help;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Converts descriptions of commands and options to plain text without picocli's markup. */
final class Description {
  private Description() {}

  /** Returns the lines of a description or footer as plain text. */
  static List<String> lines(String[] texts) {
    return Arrays.stream(texts)
        .map(
            text -> Ansi.OFF.string(String.format(Locale.ROOT, text.replaceAll("%(?![n%])", "%%"))))
        .toList();
  }

  /**
   * Returns a description's first line without its full stop, or an empty string if there is none.
   */
  static String summary(String[] texts) {
    List<String> lines = lines(texts);
    return lines.isEmpty() ? "" : lines.get(0).replaceFirst("\\.$", "");
  }
}
