package io.azulejo.text.row;

/** Words for true and false, ignoring case: true, yes, on, t, y; false, no, off, f, n. */
public final class BooleanWords {
  /** All pairs of words, as bits. */
  public static final int ALL = 0b11111;

  /** The bit of {@code true} and {@code false}; one of these words alone is sufficient. */
  public static final int TRUE_FALSE = 1;

  private static final String[][] PAIRS = {
    {"true", "false"}, {"yes", "no"}, {"on", "off"}, {"t", "f"}, {"y", "n"}
  };
  private static final int LONGEST = 5;

  private BooleanWords() {}

  /** Returns 1 for true, -1 for false, 0 for other words. */
  public static int of(char[] text, int start, int end) {
    return Integer.signum(pair(text, start, end));
  }

  /** Returns the bit of a word's pair, negative for false; 0 for other words. */
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
