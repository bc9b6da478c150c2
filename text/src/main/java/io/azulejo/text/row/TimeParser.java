package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Durations;
import io.azulejo.text.input.DateForm;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses datetimes, durations and times of day. Texts are ISO 8601, the stored integer, or dates in
 * the forms of {@link DateForms}. Common forms in four-digit years are parsed without allocation.
 */
public final class TimeParser {
  private static final Pattern TIME_OF_DAY =
      Pattern.compile("(\\d{1,2}):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?");

  /**
   * Maximum number of characters of a date, time or duration. The longest, a date with attoseconds,
   * has 45.
   */
  private static final int LONGEST = 100;

  private static final long DAY = 86_400;
  private static final long NANOS = 1_000_000_000;

  private TimeParser() {}

  /**
   * Parses a datetime and returns its stored number.
   *
   * @param form order of day and month
   * @throws BadCell if the text is invalid, ambiguous, or more precise than the type's unit
   */
  public static long datetime(char[] text, int start, int end, Datatype type, DateForm form) {
    if (isPlainNumber(text, start, end)) {
      return NumberParser.integer(text, start, end, type);
    }
    long scale = unitsOfSecond(type);
    if (end - start >= 10 && (scale > 0 || type == Datatype.DATETIME_DAY)) {
      long days = days(text, start);
      int rest = end - start - 10;
      if (days != Long.MIN_VALUE && rest == 0) {
        return scale > 0 ? days * DAY * scale : days;
      }
      if (days != Long.MIN_VALUE && scale > 0) {
        long value = time(text, start + 10, end, scale);
        if (value >= 0) {
          return days * DAY * scale + value;
        }
      }
    }
    DateForms.Moment moment = form == DateForm.ISO ? null : moment(text, start, end, form);
    if (moment == null && end - start > LONGEST) {
      throw new BadCell(
          BadCell.shown(text, start, end)
              + " is not a date or time such as 2024-05-31 or 2024-05-31T12:30:00.5Z");
    }
    try {
      return moment != null
          ? number(moment, text, start, end, type)
          : Datetimes.parse(new String(text, start, end - start), type);
    } catch (InvalidRequestException e) {
      throw new BadCell(e.getMessage());
    }
  }

  /** Parses a date that is not ISO 8601, or returns null if the text is not a date. */
  private static DateForms.Moment moment(char[] text, int start, int end, DateForm form) {
    DateForms.Moment moment = DateForms.parse(text, start, end, form == DateForm.DMY);
    if (moment == null && form == DateForm.GUESS) {
      moment = DateForms.parse(text, start, end, true);
    }
    if (moment != null && moment.ambiguous() && form == DateForm.GUESS) {
      throw new BadCell(
          BadCell.shown(text, start, end) + " is an ambiguous date; use --date-format dmy or mdy");
    }
    return moment;
  }

  private static long number(
      DateForms.Moment moment, char[] text, int start, int end, Datatype type) {
    long scale = type == Datatype.DATETIME_NS ? NANOS : unitsOfSecond(type);
    if (scale == 0) {
      String iso =
          LocalDate.ofEpochDay(moment.day())
                  .atStartOfDay()
                  .plusSeconds(moment.second())
                  .plusNanos(moment.nano())
              + "Z";
      String shown = moment.decimals() < 0 ? iso.substring(0, iso.indexOf('T')) : iso;
      return Datetimes.parse(shown, type);
    }
    if (moment.nano() % (NANOS / scale) != 0) {
      throw new BadCell(BadCell.shown(text, start, end) + " is finer than the unit of " + type);
    }
    try {
      long seconds = moment.day() * DAY + moment.second();
      return Math.addExact(Math.multiplyExact(seconds, scale), moment.nano() / (NANOS / scale));
    } catch (ArithmeticException e) {
      throw new BadCell(BadCell.shown(text, start, end) + " is out of range for " + type);
    }
  }

  /**
   * Parses a duration or a time of day and returns its stored number.
   *
   * @throws BadCell if the text is invalid or more precise than the type's unit
   */
  public static long time(char[] text, int start, int end, Datatype type) {
    if (isPlainNumber(text, start, end)) {
      return NumberParser.integer(text, start, end, type);
    }
    if (end - start > LONGEST) {
      throw new BadCell(
          BadCell.shown(text, start, end) + " is not a duration such as PT5M, P1DT2H or PT0.25S");
    }
    String word = new String(text, start, end - start);
    Matcher clock = TIME_OF_DAY.matcher(word);
    if (clock.matches()) {
      String seconds = clock.group(3) == null ? "" : clock.group(3) + "S";
      word = "PT" + clock.group(1) + "H" + clock.group(2) + "M" + seconds;
    }
    try {
      return Durations.parse(word, type);
    } catch (InvalidRequestException e) {
      throw new BadCell(
          clock.matches()
              ? BadCell.shown(text, start, end) + " is finer than the unit of " + type
              : e.getMessage());
    }
  }

  /** Returns whether a text is an integer in decimal digits, with an optional sign. */
  public static boolean isPlainNumber(char[] text, int start, int end) {
    int at = start < end && (text[start] == '-' || text[start] == '+') ? start + 1 : start;
    if (at == end) {
      return false;
    }
    for (; at < end; at++) {
      if (text[at] < '0' || text[at] > '9') {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of a type's units per second, or 0 if four-digit years could overflow. */
  private static long unitsOfSecond(Datatype type) {
    return type.compareTo(Datatype.DATETIME_US) <= 0 ? type.unit().countIn(Datatype.Unit.SEC) : 0;
  }

  /**
   * Parses a date of the form {@code 2020-12-31} and returns the days since 1970-01-01, or {@link
   * Long#MIN_VALUE} if it is invalid.
   */
  private static long days(char[] t, int at) {
    int year = digits(t, at, 4);
    int month = digits(t, at + 5, 2);
    int day = digits(t, at + 8, 2);
    if ((year | month | day) < 0 || t[at + 4] != '-' || t[at + 7] != '-') {
      return Long.MIN_VALUE;
    }
    if (month < 1 || month > 12 || day < 1) {
      return Long.MIN_VALUE;
    }
    long since = (year - 1970) * 12L + month - 1;
    long date = Datetimes.firstDay(since) + day - 1;
    return day <= 28 || date < Datetimes.firstDay(since + 1) ? date : Long.MIN_VALUE;
  }

  /**
   * Parses a time of day such as {@code T12:30} or {@code T12:30:00.250Z} and returns the units
   * since midnight, or -1 if it is not a time.
   */
  private static long time(char[] t, int from, int end, long scale) {
    int last = t[end - 1] == 'Z' ? end - 1 : end;
    if (last - from < 6 || (t[from] != 'T' && t[from] != ' ') || t[from + 3] != ':') {
      return -1;
    }
    int hour = digits(t, from + 1, 2);
    int minute = digits(t, from + 4, 2);
    int second = 0;
    int at = from + 6;
    if (at < last) {
      if (last - at < 3 || t[at] != ':') {
        return -1;
      }
      second = digits(t, at + 1, 2);
      at += 3;
    }
    if ((hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
      return -1;
    }
    long below = 0;
    if (at < last) {
      if (t[at] != '.' || last - at < 2) {
        return -1;
      }
      long unit = scale;
      for (at++; at < last; at++) {
        int digit = t[at] - '0';
        unit /= 10;
        if (digit < 0 || digit > 9 || (unit == 0 && digit != 0)) {
          return -1;
        }
        below += digit * unit;
      }
    }
    return (hour * 3600L + minute * 60L + second) * scale + below;
  }

  private static int digits(char[] t, int at, int count) {
    int value = 0;
    for (int i = at; i < at + count; i++) {
      int digit = t[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
