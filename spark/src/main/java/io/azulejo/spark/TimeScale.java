package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.time.LocalDate;
import java.util.Locale;

/** How counts of a unit of time since 1970 become what Spark counts: days or microseconds. */
final class TimeScale {
  /** The number that means "not a time". */
  static final long NAT = Long.MIN_VALUE;

  private final Datatype unit;
  private final long factor;
  private final long divisor;

  private TimeScale(Datatype unit, long factor, long divisor) {
    this.unit = unit;
    this.factor = factor;
    this.divisor = divisor;
  }

  /** The scale of a type of datetimes. */
  static TimeScale of(Datatype unit) {
    Datatype.Unit each = unit.unit();
    boolean days = !each.isFixed() || each == Datatype.Unit.DAY;
    return days
        ? new TimeScale(unit, 1, 1)
        : new TimeScale(
            unit,
            Math.max(1, Datatype.Unit.US.countIn(each)),
            Math.max(1, each.countIn(Datatype.Unit.US)));
  }

  /** The first count, NaT aside, that Spark has days or microseconds for. */
  long first() {
    long first =
        switch (unit) {
          // The unit of the first day may begin before that day.
          case DATETIME_YEAR, DATETIME_MONTH -> units(Integer.MIN_VALUE - 1L) + 1;
          case DATETIME_DAY -> Integer.MIN_VALUE;
          default -> Long.MIN_VALUE / factor;
        };
    return Math.max(first, NAT + 1);
  }

  /** The last count that Spark has days or microseconds for. */
  long last() {
    return switch (unit) {
      case DATETIME_YEAR, DATETIME_MONTH -> units(Integer.MAX_VALUE);
      case DATETIME_DAY -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE / factor;
    };
  }

  /** The year or month, since 1970, that a day is in. */
  private long units(long day) {
    long month = Datetimes.month(day);
    return unit == Datatype.DATETIME_YEAR ? Math.floorDiv(month, 12) : month;
  }

  /** The days of a number of days, months or years. */
  int days(long count) {
    try {
      return Math.toIntExact(
          switch (unit) {
            case DATETIME_YEAR -> Datetimes.firstDay(12L * Math.toIntExact(count));
            case DATETIME_MONTH -> Datetimes.firstDay(Math.toIntExact(count));
            default -> count;
          });
    } catch (ArithmeticException e) {
      throw beyond(count, "days");
    }
  }

  /** The microseconds, rounded down. */
  long microseconds(long count) {
    if (factor == 1) {
      return Math.floorDiv(count, divisor);
    }
    try {
      return Math.multiplyExact(count, factor);
    } catch (ArithmeticException e) {
      throw beyond(count, "microseconds");
    }
  }

  /**
   * The days, months or years that a number of days is.
   *
   * @throws InvalidRequestException if it is no whole number of them
   */
  long ofDays(String column, int days) {
    LocalDate date = LocalDate.ofEpochDay(days);
    return switch (unit) {
      case DATETIME_YEAR -> whole(column, date, units(days), date.getDayOfYear() == 1, "YEAR");
      case DATETIME_MONTH -> whole(column, date, units(days), date.getDayOfMonth() == 1, "MONTH");
      default -> days;
    };
  }

  private long whole(String column, LocalDate date, long count, boolean first, String part) {
    if (!first) {
      throw new InvalidRequestException(
          "column \"%s\": %s is not the first day of a %s, and cells are of %s: trunc(x, '%s')"
              .formatted(column, date, part.toLowerCase(Locale.ROOT), unit, part));
    }
    return count;
  }

  /**
   * The units of time that a number of microseconds is.
   *
   * @throws InvalidRequestException if it is no whole number of them
   */
  long ofMicroseconds(String column, long microseconds) {
    if (Math.floorMod(microseconds, factor) != 0) {
      throw new InvalidRequestException(
          "column \"%s\": %d microseconds since 1970 are no whole number of %s: round them (date_trunc)"
              .formatted(column, microseconds, unit));
    }
    return Math.floorDiv(microseconds, factor);
  }

  private InvalidRequestException beyond(long count, String what) {
    return new InvalidRequestException(
        "%d of %s is beyond the %s that Spark can count: leave the cell or the column out, or read it as null with the option out_of_range=null"
            .formatted(count, unit, what));
  }
}
