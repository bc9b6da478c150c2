package io.azulejo.cli.output;

/** What a command or an option does, in one sentence. */
final class FirstSentence {
  private FirstSentence() {}

  /** The first sentence of the lines of a description, without its full stop. */
  static String of(String[] description) {
    String all = String.join(" ", description);
    int end = all.indexOf(". ");
    String first = end < 0 ? all : all.substring(0, end);
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }
}
