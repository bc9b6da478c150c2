package io.azulejo.cli.help;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Descriptions of commands and options, as text: with the marks of picocli replaced. */
final class Description {
  private Description() {}

  /** The lines of a description or a footer. */
  static List<String> lines(String[] texts) {
    return Arrays.stream(texts)
        .map(
            text -> Ansi.OFF.string(String.format(Locale.ROOT, text.replaceAll("%(?![n%])", "%%"))))
        .toList();
  }

  /** The first line of a description, without its full stop; empty if there is none. */
  static String summary(String[] texts) {
    List<String> lines = lines(texts);
    return lines.isEmpty() ? "" : lines.get(0).replaceFirst("\\.$", "");
  }
}
