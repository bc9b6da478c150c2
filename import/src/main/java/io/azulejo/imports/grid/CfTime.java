package io.azulejo.imports.grid;

import io.azulejo.schema.Datatype;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts times that follow the CF conventions: numbers in some unit since a reference time, in
 * some calendar. Times in the standard calendar become datetimes. Other times stay numbers: months
 * and years, whose lengths vary, and times in model calendars, for example with 360-day years.
 */
final class CfTime {
  private static final Pattern UNITS =
      Pattern.compile(
          "\\s*([a-zµ]+)\\s+since\\s+(\\d{1,4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:[t ]\\s*(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.0*)?)?)?"
              + "\\s*(?:z|utc|gmt|[+-]?00?:?(?:00)?)?\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final Map<String, Long> MICROSECONDS =
      Map.ofEntries(
          Map.entry("microsecond", 1L),
          Map.entry("us", 1L),
          Map.entry("millisecond", 1_000L),
          Map.entry("msec", 1_000L),
          Map.entry("ms", 1_000L),
          Map.entry("second", 1_000_000L),
          Map.entry("sec", 1_000_000L),
          Map.entry("s", 1_000_000L),
          Map.entry("minute", 60_000_000L),
          Map.entry("min", 60_000_000L),
          Map.entry("hour", 3_600_000_000L),
          Map.entry("hr", 3_600_000_000L),
          Map.entry("h", 3_600_000_000L),
          Map.entry("day", 86_400_000_000L),
          Map.entry("d", 86_400_000_000L));

  /** Calendars that are equal to ISO 8601, at least since 1583. */
  private static final Set<String> CALENDARS =
      Set.of("standard", "gregorian", "proleptic_gregorian");

  private static final int GREGORIAN = 1583;
  private static final long MILLISECOND = 1_000;

  private final long unit; // length of the unit in microseconds
  private final long begin; // reference time in microseconds since 1970
  private final long earliest;

  private CfTime(long unit, long begin, long earliest) {
    this.unit = unit;
    this.begin = begin;
    this.earliest = earliest;
  }

  /**
   * Returns the converter for a unit and a calendar, or empty if times must stay numbers.
   *
   * @param units text such as {@code hours since 1970-01-01}
   */
  static Optional<CfTime> of(Optional<String> units, Optional<String> calendar) {
    Matcher parts = UNITS.matcher(units.orElse(""));
    String days = calendar.orElse("standard").toLowerCase(Locale.ROOT).strip();
    if (!parts.matches() || !CALENDARS.contains(days)) {
      return Optional.empty();
    }
    String name = parts.group(1).toLowerCase(Locale.ROOT);
    Long unit = MICROSECONDS.get(name);
    if (unit == null && name.endsWith("s")) {
      unit = MICROSECONDS.get(name.substring(0, name.length() - 1));
    }
    int year = Integer.parseInt(parts.group(2));
    boolean proleptic = days.startsWith("proleptic");
    if (unit == null || (year < GREGORIAN && !proleptic)) {
      return Optional.empty();
    }
    try {
      LocalDateTime since =
          LocalDateTime.of(
              year,
              Integer.parseInt(parts.group(3)),
              Integer.parseInt(parts.group(4)),
              number(parts.group(5)),
              number(parts.group(6)),
              number(parts.group(7)));
      long earliest = proleptic ? Long.MIN_VALUE : micros(LocalDateTime.of(GREGORIAN, 1, 1, 0, 0));
      return Optional.of(new CfTime(unit, micros(since), earliest));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }

  private static long micros(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000;
  }

  /**
   * Converts numbers to microseconds since 1970. They are rounded to milliseconds unless the unit
   * is shorter, because fractions of hours and days are not exact.
   *
   * @return empty if a number is not a time, or precedes the calendar
   */
  Optional<long[]> micros(double[] numbers) {
    long[] micros = new long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      double since = numbers[i] * unit;
      if (!(Math.abs(since) < 1L << 62)) {
        return Optional.empty();
      }
      long rounded =
          unit < MILLISECOND ? Math.round(since) : Math.round(since / MILLISECOND) * MILLISECOND;
      micros[i] = begin + rounded;
      if (micros[i] < earliest) {
        return Optional.empty();
      }
    }
    return Optional.of(micros);
  }

  /** Returns the longest unit in which all times are integers. */
  static Datatype unit(long[] micros) {
    Datatype[] types = {
      Datatype.DATETIME_DAY, Datatype.DATETIME_SEC, Datatype.DATETIME_MS, Datatype.DATETIME_US
    };
    int type = 0;
    for (long time : micros) {
      while (time % length(types[type]) != 0) {
        type++;
      }
    }
    return types[type];
  }

  /** Returns the length of a unit in microseconds. */
  static long length(Datatype unit) {
    return Math.max(1, Datatype.Unit.US.countIn(unit.unit()));
  }
}
