package io.azulejo.query;

import java.util.regex.Pattern;

/** How names and texts are written within a condition's text. */
final class ConditionText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private ConditionText() {}

  /** A field's name, in double quotes where it is not plain. */
  static String name(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text in single quotes. */
  static String text(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
