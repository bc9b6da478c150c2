package io.azulejo.internal.read.tile;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;

/** Computes calendar periods and parts of datetimes that have one unit, as numbers. Immutable. */
public final class Calendar {
  private final Datatype type;
  private final Grouping.Function function;

  /**
   * Number of the type's units in a day, hour, minute or second. Values are divided by it first. It
   * is 0 if the type's unit is longer or if the number does not fit in 64 bits.
   */
  private final long divisor;

  /**
   * Whether all values of the type are less than one day, hour, minute or second away from 1970.
   */
  private final boolean near;

  /**
   * Prepares a function for datetimes of a type.
   *
   * @param type a datetime type
   * @throws InvalidRequestException if the type's unit is too long for the function
   */
  public Calendar(Datatype type, Grouping.Function function) {
    this.type = type;
    this.function = function;
    Datatype.Unit unit = type.unit();
    if (unit.compareTo(longest(function)) < 0) {
      throw new InvalidRequestException("the unit of %s is too coarse".formatted(type));
    }
    Datatype.Unit base =
        switch (function) {
          case HOUR, HOURS -> Datatype.Unit.HR;
          case MINUTE, MINUTES -> Datatype.Unit.MIN;
          case SECOND, SECONDS -> Datatype.Unit.SEC;
          default -> Datatype.Unit.DAY;
        };
    divisor = unit.countIn(base);
    near = divisor == 0 && unit.compareTo(base) > 0;
  }

  /** Returns the longest unit of a type that a function supports. */
  private static Datatype.Unit longest(Grouping.Function function) {
    return switch (function) {
      case YEAR -> Datatype.Unit.YEAR;
      case QUARTER, QUARTERS, MONTH, MONTHS -> Datatype.Unit.MONTH;
      case HOUR, HOURS -> Datatype.Unit.HR;
      case MINUTE, MINUTES -> Datatype.Unit.MIN;
      case SECOND, SECONDS -> Datatype.Unit.SEC;
      default -> Datatype.Unit.WEEK;
    };
  }

  /**
   * Returns whether the result of a function is a datetime that starts a period, rather than a
   * number.
   */
  public static boolean isPeriod(Grouping.Function function) {
    return typeOf(function).isDatetime();
  }

  /** Returns the type of a function's result. */
  public static Datatype typeOf(Grouping.Function function) {
    return switch (function) {
      case QUARTERS, MONTHS -> Datatype.DATETIME_MONTH;
      case WEEKS, DAYS -> Datatype.DATETIME_DAY;
      case HOURS -> Datatype.DATETIME_HR;
      case MINUTES -> Datatype.DATETIME_MIN;
      case SECONDS -> Datatype.DATETIME_SEC;
      default -> Datatype.INT64;
    };
  }

  /**
   * Returns the period or part of a datetime. The result is {@link Long#MIN_VALUE}, which stands
   * for a missing time, if the value is missing or the start of the period does not fit in 64 bits.
   */
  public long of(long value) {
    if (value == Long.MIN_VALUE) {
      return value;
    }
    if (type == Datatype.DATETIME_YEAR) {
      long year = value + 1970;
      return year < value ? Long.MIN_VALUE : year;
    }
    if (type == Datatype.DATETIME_MONTH) {
      return ofMonth(value);
    }
    long whole = near ? value >> 63 : divisor == 0 ? days(value) : Math.floorDiv(value, divisor);
    if (whole == Long.MIN_VALUE) {
      return whole;
    }
    return switch (function) {
      case HOURS, MINUTES, SECONDS, DAYS -> whole;
      case HOUR -> Math.floorMod(whole, 24);
      case MINUTE, SECOND -> Math.floorMod(whole, 60);
      case DAY_OF_WEEK -> sinceMonday(whole) + 1;
      case WEEKS -> begin(whole, sinceMonday(whole));
      case DAY -> whole - Datetimes.firstDay(Datetimes.month(whole)) + 1;
      case DAY_OF_YEAR -> {
        long month = Datetimes.month(whole);
        yield whole - Datetimes.firstDay(month - Math.floorMod(month, 12)) + 1;
      }
      default -> ofMonth(Datetimes.month(whole));
    };
  }

  /**
   * Converts weeks to days. Returns {@link Long#MIN_VALUE} if the result does not fit in 64 bits.
   */
  private static long days(long weeks) {
    long days = weeks * 7;
    return days / 7 == weeks ? days : Long.MIN_VALUE;
  }

  /** Returns the number of days since the last Monday, from 0 to 6. 1970-01-01 was a Thursday. */
  private static int sinceMonday(long day) {
    return (Math.floorMod(day, 7) + 3) % 7;
  }

  private static long begin(long value, int since) {
    return value < Long.MIN_VALUE + since ? Long.MIN_VALUE : value - since;
  }

  private long ofMonth(long month) {
    return switch (function) {
      case YEAR -> 1970 + Math.floorDiv(month, 12);
      case QUARTER -> Math.floorMod(month, 12) / 3 + 1;
      case MONTH -> Math.floorMod(month, 12) + 1;
      case QUARTERS -> begin(month, Math.floorMod(month, 3));
      default -> month;
    };
  }
}
