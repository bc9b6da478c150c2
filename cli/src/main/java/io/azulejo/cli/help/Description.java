package io.azulejo.cli.help;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Converts descriptions of commands and options to plain text: replaces picocli's markup. */
final class Description {
  private Description() {}

  /** Returns the lines of a description or a footer. */
  static List<String> lines(String[] texts) {
    return Arrays.stream(texts)
        .map(
            text -> Ansi.OFF.string(String.format(Locale.ROOT, text.replaceAll("%(?![n%])", "%%"))))
        .toList();
  }

  /** Returns the first line of a description without its full stop; empty without a description. */
  static String summary(String[] texts) {
    List<String> lines = lines(texts);
    return lines.isEmpty() ? "" : lines.get(0).replaceFirst("\\.$", "");
  }
}
