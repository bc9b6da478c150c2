package io.azulejo.plot;

import io.azulejo.schema.Datatype;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What comes again and again in times: each time has one of few numbers from 0 on. In UTC. */
enum CalendarPart {
  HOUR,
  WEEKDAY,
  MONTH;

  private static final long SECONDS_OF_HOUR = 3_600;
  private static final long SECONDS_OF_DAY = 86_400;

  /** Monday is 0, and the first day of 1970 was a Thursday. */
  private static final int THURSDAY = 3;

  /** Beyond these days there are no dates of java.time. */
  private static final long MAX_DAY = 365_000_000_000L;

  /** The names of its numbers. */
  List<String> names() {
    return switch (this) {
      case HOUR -> IntStream.range(0, 24).mapToObj(Integer::toString).toList();
      case WEEKDAY ->
          Arrays.stream(DayOfWeek.values())
              .map(d -> d.getDisplayName(TextStyle.SHORT, Locale.ROOT))
              .toList();
      case MONTH ->
          Arrays.stream(Month.values())
              .map(m -> m.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))
              .toList();
    };
  }

  /** How it is written, such as {@code hour(t)}. */
  String of(String field) {
    return name().toLowerCase(Locale.ROOT) + "(" + field + ")";
  }

  /** Whether times of a unit have it. */
  boolean isPartOf(Datatype type) {
    Datatype coarsest =
        switch (this) {
          case HOUR -> Datatype.DATETIME_HR;
          case WEEKDAY -> Datatype.DATETIME_DAY;
          case MONTH -> Datatype.DATETIME_MONTH;
        };
    // Of finer units a day is more than 64 bits hold.
    return type.compareTo(coarsest) >= 0 && type.compareTo(Datatype.DATETIME_PS) <= 0;
  }

  /** The number of a time in the unit of its type; -1 for years that no calendar has. */
  int of(Datatype type, long time) {
    if (type == Datatype.DATETIME_MONTH) {
      return (int) Math.floorMod(time, 12L);
    }
    long perDay = unitsPerDay(type);
    if (this == HOUR) {
      return (int) (Math.floorMod(time, perDay) / (perDay / 24));
    }
    long day = type == Datatype.DATETIME_WEEK ? time * 7 : Math.floorDiv(time, perDay);
    if (this == WEEKDAY) {
      return (int) Math.floorMod(day + THURSDAY, 7L);
    }
    return Math.abs(day) > MAX_DAY ? -1 : LocalDate.ofEpochDay(day).getMonthValue() - 1;
  }

  private static long unitsPerDay(Datatype type) {
    long perSecond =
        switch (type) {
          case DATETIME_MS -> 1_000L;
          case DATETIME_US -> 1_000_000L;
          case DATETIME_NS -> 1_000_000_000L;
          case DATETIME_PS -> 1_000_000_000_000L;
          default -> 1;
        };
    return switch (type) {
      case DATETIME_HR -> SECONDS_OF_DAY / SECONDS_OF_HOUR;
      case DATETIME_MIN -> SECONDS_OF_DAY / 60;
      case DATETIME_DAY, DATETIME_WEEK -> 1;
      default -> SECONDS_OF_DAY * perSecond;
    };
  }
}
