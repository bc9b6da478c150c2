package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats and parses datetimes as ISO 8601 text in UTC. The text has the precision of the
 * datetime's unit, so that no information is lost. Years, months and weeks are written as the date
 * of their first day. Years before 0 or after 9999 have a sign. The minimum value stands for "not a
 * time" and is written {@code NaT}.
 */
public final class Datetimes {
  /** The maximum length of the text of a datetime, in characters. */
  public static final int MAX_LENGTH = 40;

  private static final String NOT_A_TIME = "NaT";
  private static final Pattern ISO =
      Pattern.compile(
          "([+-]?\\d{4,20})-(\\d\\d)(?:-(\\d\\d)"
              + "(?:[Tt ](\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,](\\d+))?)?)?"
              + "(Z|z|[+-]\\d\\d(?::?\\d\\d)?)?)?)?");

  private static final Pattern YEAR = Pattern.compile("\\d{4}");

  /** Matches a year, month or day without a time. */
  private static final Pattern PERIOD =
      Pattern.compile("([+-]?\\d{4,20})(?:-(\\d\\d)(?:-(\\d\\d))?)?");

  /** Number of days in 400 years, after which the Gregorian calendar repeats. */
  private static final int DAYS_OF_ERA = 146_097;

  /** Number of months in 400 years. */
  private static final int MONTHS_OF_ERA = 4800;

  /** Number of days from 0000-03-01 to 1970-01-01. */
  private static final int EPOCH = 719_468;

  /**
   * Number of months from 0000-03 to 1970-01. Computed years start in March, so that leap days come
   * last.
   */
  private static final int EPOCH_MONTHS = 1970 * 12 - 2;

  /** Number of years after which the Gregorian calendar repeats. */
  private static final BigInteger ERA = BigInteger.valueOf(400);

  private static final int SECONDS_OF_DAY = 86_400;

  private Datetimes() {}

  /**
   * Returns the month that contains a day, in the proleptic Gregorian calendar.
   *
   * @param day days since 1970-01-01
   * @return months since 1970-01
   */
  public static long month(long day) {
    int shifted = Math.floorMod(day, DAYS_OF_ERA) + EPOCH;
    long era = Math.floorDiv(day, DAYS_OF_ERA) + shifted / DAYS_OF_ERA;
    int ofEra = shifted % DAYS_OF_ERA;
    int year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    int ofYear = ofEra - (365 * year + year / 4 - year / 100);
    return era * MONTHS_OF_ERA + year * 12L + (5 * ofYear + 2) / 153 - EPOCH_MONTHS;
  }

  /**
   * Returns the first day of a month, in the proleptic Gregorian calendar.
   *
   * @param month months since 1970-01
   * @return days since 1970-01-01, modulo 2<sup>64</sup>; the difference of two results is correct
   *     even if they overflow
   */
  public static long firstDay(long month) {
    long since = month + EPOCH_MONTHS;
    int ofEra = Math.floorMod(since, MONTHS_OF_ERA);
    int year = ofEra / 12;
    int day = year * 365 + year / 4 - year / 100 + (153 * (ofEra % 12) + 2) / 5 - EPOCH;
    return Math.floorDiv(since, MONTHS_OF_ERA) * DAYS_OF_ERA + day;
  }

  /**
   * Formats a datetime, for example as {@code 2024-05-31} for days or {@code 2024-05-31T12:30:00Z}
   * for seconds.
   *
   * @param type a {@code DATETIME_} type
   * @param value number of units since 1970
   * @throws InvalidRequestException if the type is not a datetime type
   */
  public static String format(Datatype type, long value) {
    byte[] text = new byte[MAX_LENGTH];
    return new String(text, 0, write(text, 0, type, value), StandardCharsets.US_ASCII);
  }

  /**
   * Formats a datetime into a buffer as ASCII.
   *
   * @param out the buffer; must have room for {@link #MAX_LENGTH} bytes starting at {@code at}
   * @param at index of the first byte to write
   * @param type a {@code DATETIME_} type
   * @param value number of units since 1970
   * @return index after the last byte written
   * @throws InvalidRequestException if the type is not a datetime type
   */
  public static int write(byte[] out, int at, Datatype type, long value) {
    requireDatetime(type);
    if (value == Long.MIN_VALUE) {
      return writeAscii(out, at, NOT_A_TIME);
    }
    return switch (type) {
      case DATETIME_YEAR ->
          writeDate(out, at, BigInteger.valueOf(value).add(BigInteger.valueOf(1970)), 1, 1);
      case DATETIME_MONTH -> {
        BigInteger year = BigInteger.valueOf(1970 + Math.floorDiv(value, 12L));
        yield writeDate(out, at, year, Math.floorMod(value, 12) + 1, 1);
      }
      case DATETIME_WEEK -> {
        int weeksOfEra = DAYS_OF_ERA / 7;
        int days = Math.floorMod(value, weeksOfEra) * 7;
        yield writeDays(out, at, Math.floorDiv(value, weeksOfEra), days);
      }
      case DATETIME_DAY -> writeDays(out, at, value);
      case DATETIME_HR -> {
        int end = writeDays(out, at, Math.floorDiv(value, 24));
        end = writeTime(out, end, Math.floorMod(value, 24) * 3600, false);
        yield writeAscii(out, end, 'Z');
      }
      case DATETIME_MIN -> {
        int end = writeDays(out, at, Math.floorDiv(value, 1440));
        end = writeTime(out, end, Math.floorMod(value, 1440) * 60, false);
        yield writeAscii(out, end, 'Z');
      }
      default -> {
        int digits = type.unit().decimals();
        long scale = type.unit().countIn(Datatype.Unit.SEC);
        long seconds = Math.floorDiv(value, scale);
        int end = writeDays(out, at, Math.floorDiv(seconds, SECONDS_OF_DAY));
        end = writeTime(out, end, Math.floorMod(seconds, SECONDS_OF_DAY), true);
        if (digits > 0) {
          end = writeAscii(out, end, '.');
          end = writePadded(out, end, Math.floorMod(value, scale), digits);
        }
        yield writeAscii(out, end, 'Z');
      }
    };
  }

  /**
   * Parses an ISO 8601 datetime, or {@code NaT}. A text without a time zone is in UTC.
   *
   * @param type a {@code DATETIME_} type, which sets the unit of the result
   * @return number of units since 1970
   * @throws InvalidRequestException if the text is not a datetime, is out of range or is finer than
   *     the type's unit, or if the type is not a datetime type
   */
  public static long parse(String text, Datatype type) {
    requireDatetime(type);
    return text.equals(NOT_A_TIME) ? Long.MIN_VALUE : fitting(units(text, type), text, type);
  }

  private static long fitting(BigInteger units, String text, Datatype type) {
    if (units.bitLength() > 63) {
      throw new InvalidRequestException("\"" + text + "\" is out of range for " + type);
    }
    return units.longValue();
  }

  /** Returns the number of units since 1970 of a datetime, even if it exceeds 64 bits. */
  private static BigInteger units(String text, Datatype type) {
    Matcher iso = ISO.matcher(text);
    if (!iso.matches()) {
      throw new InvalidRequestException(
          "\"" + text + "\" is not a date or time such as 2024-05-31 or 2024-05-31T12:30:00.5Z");
    }
    BigInteger year = new BigInteger(iso.group(1));
    int month = within(text, "month", iso.group(2), 1, 12);
    int day = within(text, "day", iso.group(3), 1, daysOfMonth(year, month));
    int seconds =
        within(text, "hour", iso.group(4), 0, 23) * 3600
            + within(text, "minute", iso.group(5), 0, 59) * 60
            + within(text, "second", iso.group(6), 0, 59)
            - offset(text, iso.group(8)) * 60;
    String fraction = iso.group(7) == null ? "" : iso.group(7);
    boolean midnight = seconds == 0 && fraction.chars().allMatch(c -> c == '0');
    if (type == Datatype.DATETIME_YEAR || type == Datatype.DATETIME_MONTH) {
      boolean years = type == Datatype.DATETIME_YEAR;
      requireCoarse(midnight && day == 1 && (!years || month == 1), text, type);
      BigInteger since = year.subtract(BigInteger.valueOf(1970));
      return years ? since : since.multiply(BigInteger.valueOf(12)).add(whole(month - 1));
    }
    BigInteger all = days(year, month, day).multiply(whole(SECONDS_OF_DAY)).add(whole(seconds));
    return inUnits(all, fraction, text, type);
  }

  /**
   * Returns the start of the period that a text names, in units of the type. A year (such as {@code
   * 2024}), month or day yields its first unit. Any other text is parsed as a single datetime. If a
   * period begins before the type's range but ends within it, the result is the minimum value plus
   * 1.
   *
   * @param type a {@code DATETIME_} type
   * @return number of units since 1970
   * @throws InvalidRequestException in the cases of {@link #parse}
   */
  public static long first(String text, Datatype type) {
    return isPeriod(text, type) ? end(text, type, false) : parse(text, type);
  }

  /**
   * Returns the end of the period that a text names, in units of the type. A year (such as {@code
   * 2024}), month or day yields its last unit. Any other text is parsed as a single datetime. The
   * result is capped at the maximum value.
   *
   * @param type a {@code DATETIME_} type
   * @return number of units since 1970
   * @throws InvalidRequestException in the cases of {@link #parse}
   */
  public static long last(String text, Datatype type) {
    return isPeriod(text, type) ? end(text, type, true) : parse(text, type);
  }

  private static boolean isPeriod(String text, Datatype type) {
    requireDatetime(type);
    return PERIOD.matcher(text).matches();
  }

  private static long end(String text, Datatype type, boolean last) {
    String from = YEAR.matcher(text).matches() ? text + "-01" : text;
    BigInteger least = whole(Long.MIN_VALUE + 1);
    BigInteger first = units(from, type);
    BigInteger until = lastUnits(text, first, type);
    boolean early = first.compareTo(least) < 0 && until.compareTo(least) >= 0;
    long begin = early ? least.longValue() : fitting(first, from, type);
    return last ? until.min(whole(Long.MAX_VALUE)).longValue() : begin;
  }

  /** Returns the last unit of a year, month or day whose first unit is given. */
  private static BigInteger lastUnits(String text, BigInteger first, Datatype type) {
    Matcher period = PERIOD.matcher(text);
    if (!period.matches()) {
      throw new InvalidRequestException(
          "\"" + text + "\" is not a year, month or day such as 2024, 2024-05 or 2024-05-31");
    }
    BigInteger year = new BigInteger(period.group(1));
    int month = period.group(2) == null ? 0 : Integer.parseInt(period.group(2));
    if (type == Datatype.DATETIME_YEAR) {
      return first;
    }
    if (type == Datatype.DATETIME_MONTH) {
      return month == 0 ? first.add(whole(11)) : first;
    }
    if (period.group(3) != null) {
      int day = Integer.parseInt(period.group(3));
      return unitsBefore(days(year, month, day).add(BigInteger.ONE), type);
    }
    boolean nextYear = month == 0 || month == 12;
    BigInteger ends = nextYear ? year.add(BigInteger.ONE) : year;
    return unitsBefore(days(ends, nextYear ? 1 : month + 1, 1), type);
  }

  /** Returns the last unit that begins before a day (days since 1970-01-01). */
  private static BigInteger unitsBefore(BigInteger day, Datatype type) {
    Datatype.Unit unit = type.unit();
    if (unit == Datatype.Unit.WEEK) {
      BigInteger end = day.add(whole(6));
      return end.subtract(end.mod(whole(7))).divide(whole(7)).subtract(BigInteger.ONE);
    }
    // A day has more attoseconds than 64 bits can hold, so convert in two steps.
    Datatype.Unit whole = unit.compareTo(Datatype.Unit.SEC) > 0 ? Datatype.Unit.SEC : unit;
    return day.multiply(whole(whole.countIn(Datatype.Unit.DAY)))
        .multiply(whole(unit.countIn(whole)))
        .subtract(BigInteger.ONE);
  }

  private static BigInteger inUnits(
      BigInteger seconds, String fraction, String text, Datatype type) {
    long unit = Math.max(1, Datatype.Unit.SEC.countIn(type.unit()));
    int digits = type.unit().decimals();
    boolean exact = true;
    for (int i = digits; i < fraction.length(); i++) {
      exact &= fraction.charAt(i) == '0';
    }
    String kept = fraction.substring(0, Math.min(digits, fraction.length()));
    BigInteger below =
        kept.isEmpty()
            ? BigInteger.ZERO
            : new BigInteger(kept + "0".repeat(digits - kept.length()));
    BigInteger[] units =
        seconds
            .multiply(whole(Math.max(1, type.unit().countIn(Datatype.Unit.SEC))))
            .add(below)
            .divideAndRemainder(BigInteger.valueOf(unit));
    requireCoarse(exact && units[1].signum() == 0, text, type);
    return units[0];
  }

  private static void requireCoarse(boolean coarse, String text, Datatype type) {
    if (!coarse) {
      throw new InvalidRequestException("\"" + text + "\" is finer than the unit of " + type);
    }
  }

  private static int within(String text, String what, @Nullable String digits, int low, int high) {
    int value = digits == null ? low : Integer.parseInt(digits);
    if (value < low || value > high) {
      throw new InvalidRequestException(
          "\"%s\": %s %d is out of range (%d..%d)".formatted(text, what, value, low, high));
    }
    return value;
  }

  private static int offset(String text, String zone) {
    if (zone == null || zone.equalsIgnoreCase("Z")) {
      return 0;
    }
    String digits = zone.substring(1).replace(":", "");
    int minutes =
        within(text, "zone hour", digits.substring(0, 2), 0, 23) * 60
            + within(text, "zone minute", digits.length() > 2 ? digits.substring(2) : null, 0, 59);
    return zone.charAt(0) == '-' ? -minutes : minutes;
  }

  private static BigInteger whole(long value) {
    return BigInteger.valueOf(value);
  }

  private static int daysOfMonth(BigInteger year, int month) {
    long since = monthInEra(year, month);
    return (int) (firstDay(since + 1) - firstDay(since));
  }

  /** Returns the number of days from 1970-01-01 to a date. */
  private static BigInteger days(BigInteger year, int month, int day) {
    BigInteger era = year.subtract(year.mod(ERA)).divide(ERA);
    long inEra = firstDay(monthInEra(year, month)) + day - 1;
    return era.multiply(whole(DAYS_OF_ERA)).add(whole(inEra));
  }

  /** Returns months since 1970-01 of the month in the years 0 to 399 that has the same calendar. */
  private static long monthInEra(BigInteger year, int month) {
    return (year.mod(ERA).intValue() - 1970) * 12L + month - 1;
  }

  private static int writeDays(byte[] out, int at, long days) {
    long eras = Math.floorDiv(days, DAYS_OF_ERA);
    return writeDays(out, at, eras, Math.floorMod(days, DAYS_OF_ERA));
  }

  /**
   * Writes a date as text.
   *
   * @param eras number of 400-year periods since 1970-01-01
   * @param days number of days after these periods
   */
  private static int writeDays(byte[] out, int at, long eras, int days) {
    long months = month(days);
    int month = Math.floorMod(months, 12) + 1;
    int day = days - (int) firstDay(months) + 1;
    long year = 1970 + Math.floorDiv(months, 12) + 400 * eras;
    if (year >= 0 && year <= 9999) {
      return writeMonthAndDay(out, writePadded(out, at, year, 4), month, day);
    }
    return writeDate(out, at, whole(year), month, day);
  }

  private static int writeDate(byte[] out, int at, BigInteger year, int month, int day) {
    boolean plain = year.signum() >= 0 && year.bitLength() < 32 && year.longValue() <= 9999;
    String digits = year.abs().toString();
    int end = writeAscii(out, at, plain ? "" : year.signum() < 0 ? "-" : "+");
    end = writeAscii(out, end, "0".repeat(Math.max(0, 4 - digits.length())));
    return writeMonthAndDay(out, writeAscii(out, end, digits), month, day);
  }

  private static int writeMonthAndDay(byte[] out, int at, int month, int day) {
    int end = writePadded(out, writeAscii(out, at, '-'), month, 2);
    return writePadded(out, writeAscii(out, end, '-'), day, 2);
  }

  private static int writeTime(byte[] out, int at, int secondOfDay, boolean seconds) {
    int end = writePadded(out, writeAscii(out, at, 'T'), secondOfDay / 3600, 2);
    end = writePadded(out, writeAscii(out, end, ':'), secondOfDay / 60 % 60, 2);
    return seconds ? writePadded(out, writeAscii(out, end, ':'), secondOfDay % 60, 2) : end;
  }

  /** Writes a non-negative number with exactly {@code digits} digits, padded with leading zeros. */
  private static int writePadded(byte[] out, int at, long value, int digits) {
    long rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      out[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return at + digits;
  }

  private static int writeAscii(byte[] out, int at, char c) {
    out[at] = (byte) c;
    return at + 1;
  }

  private static int writeAscii(byte[] out, int at, String text) {
    for (int i = 0; i < text.length(); i++) {
      out[at + i] = (byte) text.charAt(i);
    }
    return at + text.length();
  }

  private static void requireDatetime(Datatype type) {
    if (!type.isDatetime()) {
      throw new InvalidRequestException(type + " is not a datetime; use a DATETIME_ type");
    }
  }
}
