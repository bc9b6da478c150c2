package io.azulejo.imports.rows;

/**
 * Whether a text looks like a date: day, month and year in digits, with the same separator between
 * them.
 */
enum DateShape {
  /** The text looks like a date that may exist. */
  DATE,
  /** The text looks like a date, but its month or day does not exist, as in {@code 2020-13-45}. */
  IMPOSSIBLE,
  /** The text does not look like a date. */
  OTHER;

  private static final int MONTHS = 12;
  private static final int DAYS = 31;

  /** Returns the shape of a text. Characters after a date are ignored. */
  static DateShape of(char[] text, int start, int end) {
    int[] parts = new int[3];
    int[] digits = new int[3];
    int at = start;
    for (int part = 0; part < 3; part++) {
      if (part > 0 && !(at < end && isMark(text[at]) && text[at++] == mark(text, start, end))) {
        return OTHER;
      }
      while (at < end && digits[part] <= 4 && text[at] >= '0' && text[at] <= '9') {
        parts[part] = 10 * parts[part] + text[at++] - '0';
        digits[part]++;
      }
    }
    boolean yearFirst = digits[0] == 4 && digits[2] >= 1 && digits[2] <= 2;
    boolean yearLast = digits[2] == 4 && digits[0] >= 1 && digits[0] <= 2;
    boolean ends = at == end || text[at] == ' ' || text[at] == 'T';
    if (!ends || digits[1] < 1 || digits[1] > 2 || !yearFirst && !yearLast) {
      return OTHER;
    }
    int other = yearFirst ? parts[2] : parts[0];
    boolean exists =
        Math.min(parts[1], other) >= 1
            && Math.max(parts[1], other) <= DAYS
            && (yearFirst ? parts[1] : Math.min(parts[1], other)) <= MONTHS;
    return exists ? DATE : IMPOSSIBLE;
  }

  private static boolean isMark(char c) {
    return c == '-' || c == '/' || c == '.';
  }

  /** Returns the first character that is not a digit, or 0 if there is none. */
  private static char mark(char[] text, int start, int end) {
    int at = start;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at < end ? text[at] : 0;
  }
}
