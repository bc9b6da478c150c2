package io.azulejo.text.row;

/**
 * Recognizes the words for true (true, yes, on, t, y) and false (false, no, off, f, n), ignoring
 * case.
 */
public final class BooleanWords {
  /** A bit set of all word pairs. */
  public static final int ALL = 0b11111;

  /**
   * The bit for the pair {@code true} and {@code false}. A column that contains only one of the two
   * words is still boolean.
   */
  public static final int TRUE_FALSE = 1;

  private static final String[][] PAIRS = {
    {"true", "false"}, {"yes", "no"}, {"on", "off"}, {"t", "f"}, {"y", "n"}
  };
  private static final int LONGEST = 5;

  private BooleanWords() {}

  /**
   * Returns 1 for a word that means true, -1 for a word that means false, and 0 for any other text.
   */
  public static int of(char[] text, int start, int end) {
    return Integer.signum(pair(text, start, end));
  }

  /**
   * Returns the bit of a word's pair. The bit is negated for a word that means false.
   *
   * @return 0 if the text is not one of the words
   */
  public static int pair(char[] text, int start, int end) {
    if (end - start > LONGEST) {
      return 0;
    }
    for (int i = 0; i < PAIRS.length; i++) {
      if (is(text, start, end, PAIRS[i][0])) {
        return 1 << i;
      }
      if (is(text, start, end, PAIRS[i][1])) {
        return -(1 << i);
      }
    }
    return 0;
  }

  private static boolean is(char[] text, int start, int end, String word) {
    if (end - start != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((text[start + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
