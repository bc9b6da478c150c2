package io.azulejo.text.value;

import java.util.regex.Pattern;

/** Words of commands as they are typed. */
public final class ShellWord {
  private static final Pattern HARMLESS = Pattern.compile("[\\p{Alnum}_./:=,@%+-]+");

  private ShellWord() {}

  /** A word in quotes where a shell would make something else of it. */
  public static String quoted(String word) {
    return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
