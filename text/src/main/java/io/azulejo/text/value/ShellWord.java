package io.azulejo.text.value;

import java.util.regex.Pattern;

/** Quotes words for use in shell commands. */
public final class ShellWord {
  private static final Pattern HARMLESS = Pattern.compile("[\\p{Alnum}_./:=,@%+-]+");

  private ShellWord() {}

  /** Returns a word, quoted if a shell would interpret one of its characters. */
  public static String quoted(String word) {
    return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
