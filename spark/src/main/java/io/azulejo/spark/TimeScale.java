package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.time.LocalDate;
import java.util.Locale;

/** Converts counts of a time unit since 1970 to and from Spark's days or microseconds. */
final class TimeScale {
  /** The count that means "not a time". */
  static final long NAT = Long.MIN_VALUE;

  private final Datatype unit;
  private final long factor;
  private final long divisor;

  private TimeScale(Datatype unit, long factor, long divisor) {
    this.unit = unit;
    this.factor = factor;
    this.divisor = divisor;
  }

  /**
   * Returns the scale of a datetime type.
   *
   * @param unit a datetime type
   */
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

  /** Returns the smallest count, other than NaT, that Spark can represent. */
  long first() {
    long first =
        switch (unit) {
          // The year or month of the first day may begin before that day.
          case DATETIME_YEAR, DATETIME_MONTH -> units(Integer.MIN_VALUE - 1L) + 1;
          case DATETIME_DAY -> Integer.MIN_VALUE;
          default -> Long.MIN_VALUE / factor;
        };
    return Math.max(first, NAT + 1);
  }

  /** Returns the largest count that Spark can represent. */
  long last() {
    return switch (unit) {
      case DATETIME_YEAR, DATETIME_MONTH -> units(Integer.MAX_VALUE);
      case DATETIME_DAY -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE / factor;
    };
  }

  /** Returns the year or month, counted from 1970, that contains a day. */
  private long units(long day) {
    long month = Datetimes.month(day);
    return unit == Datatype.DATETIME_YEAR ? Math.floorDiv(month, 12) : month;
  }

  /**
   * Converts a count of days, months or years to days.
   *
   * @throws InvalidRequestException if Spark cannot represent the result
   */
  int days(long count) {
    try {
      return Math.toIntExact(
          switch (unit) {
            case DATETIME_YEAR -> Datetimes.firstDay(12L * Math.toIntExact(count));
            case DATETIME_MONTH -> Datetimes.firstDay(Math.toIntExact(count));
            default -> count;
          });
    } catch (ArithmeticException e) {
      throw outOfRange(count, "days");
    }
  }

  /**
   * Converts a count to microseconds, rounded down.
   *
   * @throws InvalidRequestException if Spark cannot represent the result
   */
  long microseconds(long count) {
    if (factor == 1) {
      return Math.floorDiv(count, divisor);
    }
    try {
      return Math.multiplyExact(count, factor);
    } catch (ArithmeticException e) {
      throw outOfRange(count, "microseconds");
    }
  }

  /**
   * Converts days to this scale's unit.
   *
   * @param column the name of the column, for the error message
   * @param days the number of days since 1970
   * @throws InvalidRequestException if the result is not a whole number
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
          "column \"%s\": %s is not the first day of a %s, which %s requires; use trunc(x, '%s')"
              .formatted(column, date, part.toLowerCase(Locale.ROOT), unit, part));
    }
    return count;
  }

  /**
   * Converts microseconds to this scale's unit.
   *
   * @param column the name of the column, for the error message
   * @param microseconds the number of microseconds since 1970
   * @throws InvalidRequestException if the result is not a whole number
   */
  long ofMicroseconds(String column, long microseconds) {
    if (Math.floorMod(microseconds, factor) != 0) {
      throw new InvalidRequestException(
          ("column \"%s\": %d microseconds since 1970 are not a whole number of %s units; "
                  + "round them (date_trunc)")
              .formatted(column, microseconds, unit));
    }
    return Math.floorDiv(microseconds, factor);
  }

  private InvalidRequestException outOfRange(long count, String what) {
    return new InvalidRequestException(
        ("%d (%s) is out of Spark's range in %s; leave out the cell or the column, or read it "
                + "as null with the option out_of_range=null")
            .formatted(count, unit, what));
  }
}
