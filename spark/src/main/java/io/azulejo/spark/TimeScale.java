package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.time.DateTimeException;
import java.time.LocalDate;

/** How counts of a unit of time since 1970 become what Spark counts: days or microseconds. */
final class TimeScale {
  private static final long MICROSECONDS = 1_000_000;

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
    return switch (unit) {
      case DATETIME_YEAR, DATETIME_MONTH, DATETIME_DAY, DATETIME_US -> new TimeScale(unit, 1, 1);
      case DATETIME_WEEK -> new TimeScale(unit, 7 * 86_400 * MICROSECONDS, 1);
      case DATETIME_HR -> new TimeScale(unit, 3_600 * MICROSECONDS, 1);
      case DATETIME_MIN -> new TimeScale(unit, 60 * MICROSECONDS, 1);
      case DATETIME_SEC -> new TimeScale(unit, MICROSECONDS, 1);
      case DATETIME_MS -> new TimeScale(unit, 1_000, 1);
      case DATETIME_NS -> new TimeScale(unit, 1, 1_000);
      case DATETIME_PS -> new TimeScale(unit, 1, MICROSECONDS);
      case DATETIME_FS -> new TimeScale(unit, 1, 1_000 * MICROSECONDS);
      case DATETIME_AS -> new TimeScale(unit, 1, MICROSECONDS * MICROSECONDS);
      default -> throw new IllegalArgumentException(unit + " is no type of datetimes");
    };
  }

  /** The days of a number of days, months or years. */
  int days(long count) {
    try {
      return Math.toIntExact(
          switch (unit) {
            case DATETIME_YEAR -> LocalDate.EPOCH.plusYears(count).toEpochDay();
            case DATETIME_MONTH -> LocalDate.EPOCH.plusMonths(count).toEpochDay();
            default -> count;
          });
    } catch (ArithmeticException | DateTimeException e) {
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

  private InvalidRequestException beyond(long count, String what) {
    return new InvalidRequestException(
        "%d of %s is beyond the %s that Spark can count: leave the cell or the column out"
            .formatted(count, unit, what));
  }
}
