package io.azulejo.text.row;

/**
 * Parses numbers with thousands separators or with a decimal comma: {@code 1,234.5}, {@code 1'234},
 * {@code 1 234,5}, {@code 1.234,5}.
 */
public final class NumberForms {
  private NumberForms() {}

  /**
   * Removes thousands separators and converts the decimal mark to a point.
   *
   * @param comma whether the decimal mark is the comma; otherwise it is the point
   * @return null if the text is not a number in this notation, or is too long
   */
  public static char[] plain(char[] text, int start, int end, boolean comma) {
    if (end - start > NumberParser.LONGEST) {
      return null;
    }
    char[] plain = new char[end - start];
    int length = 0;
    int at = start;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      plain[length++] = text[at++];
    }
    int digits = 0; // digits since the last separator
    int whole = 0;
    char separator = 0;
    for (; at < end; at++) {
      char c = text[at];
      if (isDigit(c)) {
        plain[length++] = c;
        digits++;
        whole++;
      } else if (isSeparator(c, comma)
          && (separator == 0 ? digits >= 1 && digits <= 3 : c == separator && digits == 3)) {
        separator = c;
        digits = 0;
      } else {
        break;
      }
    }
    if (separator != 0 && digits != 3) {
      return null;
    }
    int decimals = 0;
    if (at < end && text[at] == (comma ? ',' : '.')) {
      plain[length++] = '.';
      for (at++; at < end && isDigit(text[at]); at++) {
        plain[length++] = text[at];
        decimals++;
      }
    }
    if (whole + decimals == 0) {
      return null;
    }
    if (at < end && (text[at] == 'e' || text[at] == 'E')) {
      for (; at < end; at++) {
        plain[length++] = text[at];
      }
    }
    if (at < end || !NumberParser.isNumber(plain, 0, length)) {
      return null;
    }
    char[] number = new char[length];
    System.arraycopy(plain, 0, number, 0, length);
    return number;
  }

  private static boolean isSeparator(char c, boolean comma) {
    return c == (comma ? '.' : ',')
        || c == '\''
        || c == '\u2019'
        || c == ' '
        || c == '\u00a0'
        || c == '\u202f';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
