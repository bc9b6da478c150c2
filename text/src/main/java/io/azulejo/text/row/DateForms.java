package io.azulejo.text.row;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Locale;

/**
 * Parses dates in common forms that are not ISO 8601: {@code 12/31/2020}, {@code 31.12.2020},
 * {@code Jan 1 2000}, {@code Apr-00} (its first day), {@code 1 Jan 2000 13:05}, {@code Fri, 31 Dec
 * 1999 11:59 PM}. Two-digit years range from 1969 to 2068. Only English month names are recognized.
 */
public final class DateForms {
  private static final String[] MONTHS = {
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december"
  };
  private static final String[] DAYS = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
  };
  private static final int LONGEST = 48;
  private static final int PIVOT = 69;
  private static final int NANO_DIGITS = 9;

  private final char[] text;
  private final int end;
  private int at;

  private DateForms(char[] text, int start, int end) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /**
   * A parsed date, with or without a time of day.
   *
   * @param day days since 1970-01-01
   * @param second seconds since midnight UTC of that day; with a time zone offset, it can be
   *     negative or exceed one day
   * @param nano nanoseconds within the second
   * @param decimals number of decimals of the seconds, or -1 without a time of day
   * @param ordered whether the result depends on the order of day and month
   * @param ambiguous whether swapping day and month yields a different valid date
   */
  public record Moment(
      long day, int second, int nano, int decimals, boolean ordered, boolean ambiguous) {}

  /**
   * Parses a date, optionally with a time of day.
   *
   * @param dayFirst whether the day precedes the month in numeric dates
   * @return null if the text is not a date
   */
  public static Moment parse(char[] text, int start, int end, boolean dayFirst) {
    if (end - start < 6 || end - start > LONGEST) {
      return null;
    }
    char first = text[start];
    boolean possible = isDigit(first) || isLetter(first);
    return possible ? new DateForms(text, start, end).moment(dayFirst) : null;
  }

  private Moment moment(boolean dayFirst) {
    if (at < end && isLetter(text[at])) {
      int before = at;
      if (name(DAYS) >= 0) {
        skip(',');
        skipBlanks();
      } else {
        at = before;
      }
    }
    Date date = date(dayFirst);
    if (date == null) {
      return null;
    }
    if (at == end) {
      return new Moment(date.day, 0, 0, -1, date.ordered, date.ambiguous);
    }
    skip(',');
    if (at < end && (text[at] == 'T' || text[at] == ':')) {
      at++;
    } else if (!skipBlanks()) {
      return null;
    }
    return time(date);
  }

  private record Date(long day, boolean ordered, boolean ambiguous) {}

  private Date date(boolean dayFirst) {
    if (at < end && isLetter(text[at])) {
      int month = name(MONTHS) + 1;
      skip('.');
      char separator = separator();
      int from = at;
      int number = number(4);
      if (month == 0 || separator == 0 || number < 0) {
        return null;
      }
      int digits = at - from;
      boolean day = digits <= 2 && at < end && separator != '-' && separator != '/';
      if (!day) {
        boolean year = digits == 4 || digits == 2 && separator != ' ' && separator != '.';
        return year ? date(year(number, digits), month, 1) : null;
      }
      skip(',');
      if (!skipBlanks()) {
        return null;
      }
      from = at;
      int year = number(4);
      return at - from == 4 ? date(year, month, number) : null;
    }
    int from = at;
    int first = number(4);
    int digits = at - from;
    char separator = separator();
    if (first < 0 || separator == 0) {
      return null;
    }
    if (at < end && isLetter(text[at])) {
      int month = name(MONTHS) + 1;
      skip('.');
      skip(',');
      char next = month == 0 ? 0 : separator();
      from = at;
      int last = next == 0 ? -1 : number(4);
      int length = at - from;
      if (last < 0 || digits == 3) {
        return null;
      }
      if (digits == 4) {
        return length <= 2 ? date(first, month, last) : null;
      }
      return length == 2 || length == 4 ? date(year(last, length), month, first) : null;
    }
    int second = number(2);
    if (second < 0 || at == end || text[at] != separator || separator == ' ') {
      return null;
    }
    at++;
    from = at;
    int third = number(4);
    int length = at - from;
    if (third < 0) {
      return null;
    }
    if (digits == 4) {
      return length <= 2 ? date(first, second, third) : null;
    }
    if (digits > 2 || length != 4 && (length != 2 || separator != '/')) {
      return null;
    }
    Date date = date(year(third, length), dayFirst ? second : first, dayFirst ? first : second);
    boolean ambiguous = first <= 12 && second <= 12 && first != second;
    return date == null ? null : new Date(date.day, true, ambiguous);
  }

  private static int year(int number, int digits) {
    return digits > 2 ? number : number >= PIVOT ? 1900 + number : 2000 + number;
  }

  private static Date date(int year, int month, int day) {
    boolean valid =
        month >= 1 && month <= 12 && day >= 1 && day <= YearMonth.of(year, month).lengthOfMonth();
    return valid ? new Date(LocalDate.of(year, month, day).toEpochDay(), false, false) : null;
  }

  private Moment time(Date date) {
    int hour = number(2);
    if (hour < 0 || at == end || text[at] != ':') {
      return null;
    }
    at++;
    int minute = pair();
    int second = 0;
    int nano = 0;
    int decimals = 0;
    if (at < end && text[at] == ':') {
      at++;
      second = pair();
      if (at < end && text[at] == '.') {
        int from = ++at;
        while (at < end && isDigit(text[at]) && at - from < NANO_DIGITS) {
          nano = nano * 10 + text[at++] - '0';
        }
        decimals = at - from;
        for (int i = decimals; i < NANO_DIGITS; i++) {
          nano *= 10;
        }
      }
    }
    skipBlanks();
    if (at + 1 < end && (text[at + 1] | 0x20) == 'm' && "ap".indexOf(text[at] | 0x20) >= 0) {
      if (hour < 1 || hour > 12) {
        return null;
      }
      hour = hour % 12 + ((text[at] | 0x20) == 'p' ? 12 : 0);
      at += 2;
      skipBlanks();
    }
    int offset = offset();
    if (at != end || minute < 0 || second < 0 || hour > 23 || minute > 59 || second > 59) {
      return null;
    }
    int seconds = hour * 3600 + minute * 60 + second - offset * 60;
    return new Moment(date.day, seconds, nano, decimals, date.ordered, date.ambiguous);
  }

  /**
   * Parses a time zone offset and returns it in minutes east of Greenwich. Returns 0 and consumes
   * nothing if the text does not start with an offset.
   */
  private int offset() {
    if (end - at == 1 && text[at] == 'Z') {
      at++;
      return 0;
    }
    String rest = new String(text, at, end - at);
    if (rest.equals("UTC") || rest.equals("GMT")) {
      at = end;
      return 0;
    }
    if (at == end || text[at] != '+' && text[at] != '-') {
      return 0;
    }
    int from = at++;
    int hours = pair();
    skip(':');
    int minutes = pair();
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
      at = from;
      return 0;
    }
    return (text[from] == '-' ? -1 : 1) * (hours * 60 + minutes);
  }

  /**
   * Reads a word and returns the index of the name that equals it or starts with its three or four
   * letters, or -1.
   */
  private int name(String[] names) {
    int from = at;
    while (at < end && isLetter(text[at])) {
      at++;
    }
    int length = at - from;
    if (length < 3 || length > 9) {
      return -1;
    }
    String word = new String(text, from, length).toLowerCase(Locale.ROOT);
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(word) || length <= 4 && names[i].startsWith(word)) {
        return i;
      }
    }
    return -1;
  }

  /** Parses a number with at most the given number of digits, or returns -1. */
  private int number(int max) {
    int from = at;
    int value = 0;
    while (at < end && at - from < max && isDigit(text[at])) {
      value = value * 10 + text[at++] - '0';
    }
    return at == from || at < end && isDigit(text[at]) ? -1 : value;
  }

  /** Parses two digits, or returns -1. */
  private int pair() {
    if (end - at < 2 || !isDigit(text[at]) || !isDigit(text[at + 1])) {
      return -1;
    }
    at += 2;
    return (text[at - 2] - '0') * 10 + text[at - 1] - '0';
  }

  private char separator() {
    if (at == end || "/.- ".indexOf(text[at]) < 0) {
      return 0;
    }
    return text[at++];
  }

  private void skip(char c) {
    if (at < end && text[at] == c) {
      at++;
    }
  }

  private boolean skipBlanks() {
    int from = at;
    while (at < end && text[at] == ' ') {
      at++;
    }
    return at > from;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
  }
}
