package io.azulejo.text.row;

/**
 * Recognizes words that mean an unknown number, date or boolean. In text columns, they are ordinary
 * texts.
 */
public final class NullWords {
  private static final int LONGEST = 7;

  private NullWords() {}

  /** Returns whether a cell is empty or such a word. Leading and trailing blanks are ignored. */
  public static boolean contains(char[] text, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isBlank(text[from])) {
      from++;
    }
    while (from < to && isBlank(text[to - 1])) {
      to--;
    }
    int length = to - from;
    if (length == 0) {
      return true;
    }
    char last = text[to - 1];
    if (length > LONGEST || last >= '0' && last <= '9') {
      return false;
    }
    return switch (new String(text, from, length)) {
      case "NA", "N/A", "n/a", "na", "#N/A", "<NA>", "NULL", "Null", "null", "None", "none" -> true;
      case "-", "--", "---", "\u2013", "\u2014", ".", "?", "\\N", "(null)", "#NULL!" -> true;
      default -> false;
    };
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\u00a0';
  }
}
