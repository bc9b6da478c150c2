package io.azulejo.plot;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A recurring part of times in UTC, such as the hour of the day. Its values are numbered from 0.
 */
enum CalendarPart {
  HOUR,
  WEEKDAY,
  MONTH;

  /** The number of Thursday, the weekday of the first day of 1970. Monday is 0. */
  private static final int THURSDAY = 3;

  /** Returns the names of the values. */
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

  /** Returns the notation for this part of a field, for example {@code hour(t)}. */
  String of(String field) {
    return name().toLowerCase(Locale.ROOT) + "(" + field + ")";
  }

  /** Returns whether times of a type have this part. */
  boolean isPartOf(Datatype type) {
    Datatype coarsest =
        switch (this) {
          case HOUR -> Datatype.DATETIME_HR;
          case WEEKDAY -> Datatype.DATETIME_DAY;
          case MONTH -> Datatype.DATETIME_MONTH;
        };
    // Units finer than picoseconds are excluded, because a day would exceed 64 bits.
    return type.compareTo(coarsest) >= 0 && type.compareTo(Datatype.DATETIME_PS) <= 0;
  }

  /**
   * Returns the value of a time.
   *
   * @param time the time in units of its type
   */
  int of(Datatype type, long time) {
    if (type == Datatype.DATETIME_MONTH) {
      return (int) Math.floorMod(time, 12L);
    }
    long perDay = Math.max(1, type.unit().countIn(Datatype.Unit.DAY));
    if (this == HOUR) {
      return (int) (Math.floorMod(time, perDay) / (perDay / 24));
    }
    long day = type == Datatype.DATETIME_WEEK ? time * 7 : Math.floorDiv(time, perDay);
    if (this == WEEKDAY) {
      return (int) Math.floorMod(day + THURSDAY, 7L);
    }
    return (int) Math.floorMod(Datetimes.month(day), 12L);
  }
}
