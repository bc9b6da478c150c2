package io.azulejo.text.row;

/** Words for true and false, in any case: true, yes, on, t, y; false, no, off, f, n. */
public final class TruthWords {
  /** The pairs of words that go together, as bits. */
  public static final int ALL = 0b11111;

  /** The pair of {@code true} and {@code false}, of which one alone is enough. */
  public static final int TRUE_FALSE = 1;

  private static final String[][] PAIRS = {
    {"true", "false"}, {"yes", "no"}, {"on", "off"}, {"t", "f"}, {"y", "n"}
  };
  private static final int LONGEST = 5;

  private TruthWords() {}

  /** 1 for true, -1 for false, 0 for what is neither. */
  public static int of(char[] text, int start, int end) {
    return Integer.signum(pair(text, start, end));
  }

  /** The bit of the pair that a word is of, negative if it says false; 0 if it is none. */
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
