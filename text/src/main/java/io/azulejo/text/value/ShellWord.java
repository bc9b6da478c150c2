package io.azulejo.text.value;

import java.util.regex.Pattern;

/** Quotes words of commands for a shell. */
public final class ShellWord {
  private static final Pattern HARMLESS = Pattern.compile("[\\p{Alnum}_./:=,@%+-]+");

  private ShellWord() {}

  /** Returns a word, in quotes if a shell would interpret it. */
  public static String quoted(String word) {
    return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
