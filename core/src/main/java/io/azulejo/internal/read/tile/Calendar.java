package io.azulejo.internal.read.tile;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;

/** Periods and parts of datetimes of one unit, as numbers. Immutable. */
public final class Calendar {
  private static final int SECONDS_OF_DAY = 86_400;
  private static final int DAYS_OF_ERA = 146_097;

  /** Days from the first of March of the year 0 to 1970. */
  private static final int EPOCH = 719_468;

  private final Datatype type;
  private final Grouping.Function function;

  /**
   * Units of the type in what values are divided by first: a day or less; 0 where they are longer.
   */
  private final long divisor;

  /** Whether all moments of the type are less than a day, or what it is divided by, from 1970. */
  private final boolean near;

  /**
   * What a function makes of datetimes of a type.
   *
   * @throws InvalidRequestException if their unit is too long for it
   */
  public Calendar(Datatype type, Grouping.Function function) {
    this.type = type;
    this.function = function;
    long seconds =
        switch (function) {
          case HOUR, HOUR_OF_DAY -> 3600;
          case MINUTE -> 60;
          case SECOND -> 1;
          default -> SECONDS_OF_DAY;
        };
    long unit = secondsOf(type);
    boolean long_ =
        seconds < SECONDS_OF_DAY
            ? unit > seconds
            : switch (function) {
              case YEAR -> false;
              case QUARTER, MONTH, MONTH_OF_YEAR -> type == Datatype.DATETIME_YEAR;
              default -> type == Datatype.DATETIME_YEAR || type == Datatype.DATETIME_MONTH;
            };
    if (long_) {
      throw new InvalidRequestException("the unit of %s is too long".formatted(type));
    }
    if (unit > 1) {
      divisor = unit > seconds ? 0 : seconds / unit;
      near = false;
      return;
    }
    long scale = perSecond(type);
    near = scale > Long.MAX_VALUE / seconds;
    divisor = near ? 1 : seconds * scale;
  }

  /** Seconds of a unit; 1 for those that are shorter. */
  private static long secondsOf(Datatype type) {
    return switch (type) {
      case DATETIME_YEAR -> 366L * SECONDS_OF_DAY;
      case DATETIME_MONTH -> 31L * SECONDS_OF_DAY;
      case DATETIME_WEEK -> 7L * SECONDS_OF_DAY;
      case DATETIME_DAY -> SECONDS_OF_DAY;
      case DATETIME_HR -> 3600;
      case DATETIME_MIN -> 60;
      default -> 1;
    };
  }

  private static long perSecond(Datatype type) {
    return switch (type) {
      case DATETIME_MS -> 1_000L;
      case DATETIME_US -> 1_000_000L;
      case DATETIME_NS -> 1_000_000_000L;
      case DATETIME_PS -> 1_000_000_000_000L;
      case DATETIME_FS -> 1_000_000_000_000_000L;
      case DATETIME_AS -> 1_000_000_000_000_000_000L;
      default -> 1;
    };
  }

  /** Whether what is made is a date or a time, with which a period begins, and no number. */
  public static boolean isPeriod(Grouping.Function function) {
    return typeOf(function).isDatetime();
  }

  /** The type of what is made. */
  public static Datatype typeOf(Grouping.Function function) {
    return switch (function) {
      case QUARTER, MONTH -> Datatype.DATETIME_MONTH;
      case WEEK, DAY -> Datatype.DATETIME_DAY;
      case HOUR -> Datatype.DATETIME_HR;
      case MINUTE -> Datatype.DATETIME_MIN;
      case SECOND -> Datatype.DATETIME_SEC;
      default -> Datatype.INT64;
    };
  }

  /**
   * What is made of a datetime; the minimum, which is no time, of one that is none, or of a period
   * that begins before all numbers.
   */
  public long of(long value) {
    if (value == Long.MIN_VALUE) {
      return value;
    }
    if (type == Datatype.DATETIME_YEAR || type == Datatype.DATETIME_MONTH) {
      return ofMonths(value);
    }
    long whole = near ? value >> 63 : divisor == 0 ? weeks(value) : Math.floorDiv(value, divisor);
    if (whole == Long.MIN_VALUE) {
      return whole;
    }
    return switch (function) {
      case HOUR, MINUTE, SECOND, DAY -> whole;
      case HOUR_OF_DAY -> Math.floorMod(whole, 24);
      case DAY_OF_WEEK -> Math.floorMod(whole + 3, 7) + 1;
      case WEEK -> whole - Math.floorMod(whole + 3, 7);
      default -> ofDay(whole);
    };
  }

  private static long weeks(long value) {
    long days = value * 7;
    return days / 7 == value ? days : Long.MIN_VALUE;
  }

  private long ofMonths(long value) {
    if (type == Datatype.DATETIME_YEAR) {
      long year = value + 1970;
      return year < value ? Long.MIN_VALUE : year;
    }
    return switch (function) {
      case YEAR -> 1970 + Math.floorDiv(value, 12);
      case MONTH_OF_YEAR -> Math.floorMod(value, 12) + 1;
      case QUARTER -> value - Math.floorMod(value, 3);
      default -> value;
    };
  }

  private long ofDay(long day) {
    long era = Math.floorDiv(day, DAYS_OF_ERA);
    int shifted = Math.floorMod(day, DAYS_OF_ERA) + EPOCH;
    int ofEra = shifted % DAYS_OF_ERA;
    int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int march = (5 * ofYear + 2) / 153;
    int month = march < 10 ? march + 3 : march - 9;
    long year = yearOfEra + 400L * (era + shifted / DAYS_OF_ERA) + (month <= 2 ? 1 : 0);
    return switch (function) {
      case YEAR -> year;
      case MONTH_OF_YEAR -> month;
      case DAY_OF_MONTH -> ofYear - (153 * march + 2) / 5 + 1;
      case DAY_OF_YEAR -> {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        // ofYear counts from the first of March
        yield month <= 2 ? ofYear - 305 : ofYear + (leap ? 61 : 60);
      }
      case QUARTER -> (year - 1970) * 12 + (month - 1) / 3 * 3;
      default -> (year - 1970) * 12 + month - 1;
    };
  }
}
