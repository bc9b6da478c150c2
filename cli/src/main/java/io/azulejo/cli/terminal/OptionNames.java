package io.azulejo.cli.terminal;

import java.util.Map;

/**
 * Names of the Java interface that messages of the engine have, and the options that do the same.
 */
final class OptionNames {
  private static final Map<String, String> OPTIONS =
      Map.of(
          "DuplicatePolicy.KEEP_LAST", "--duplicates keep-last",
          "WriteRequest.missing", "--missing filled or --missing kept");

  private OptionNames() {}

  /** A message with options in place of names of the Java interface. */
  static String in(String message) {
    String text = message;
    for (Map.Entry<String, String> name : OPTIONS.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    return text;
  }
}
