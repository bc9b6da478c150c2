package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.math.BigInteger;
import java.time.LocalDate;

/** Datetimes as attoseconds since 1970, which all units have a whole number of. */
final class TimeUnits {
  private static final BigInteger SECOND = BigInteger.TEN.pow(18);
  private static final BigInteger DAY = SECOND.multiply(BigInteger.valueOf(86_400));
  private static final BigInteger TWELVE = BigInteger.valueOf(12);

  private TimeUnits() {}

  /** When a unit of a datetime begins that is counted from 1970. */
  static BigInteger attoseconds(Datatype unit, long count) {
    return switch (unit) {
      case DATETIME_YEAR -> monthStart(BigInteger.valueOf(count).multiply(TWELVE));
      case DATETIME_MONTH -> monthStart(BigInteger.valueOf(count));
      default -> BigInteger.valueOf(count).multiply(length(unit));
    };
  }

  /** The attoseconds of a unit that always has as many: of all but years and months. */
  static BigInteger length(Datatype unit) {
    return switch (unit) {
      case DATETIME_WEEK -> DAY.multiply(BigInteger.valueOf(7));
      case DATETIME_DAY -> DAY;
      case DATETIME_HR -> SECOND.multiply(BigInteger.valueOf(3600));
      case DATETIME_MIN -> SECOND.multiply(BigInteger.valueOf(60));
      case DATETIME_SEC -> SECOND;
      case DATETIME_MS -> BigInteger.TEN.pow(15);
      case DATETIME_US -> BigInteger.TEN.pow(12);
      case DATETIME_NS -> BigInteger.TEN.pow(9);
      case DATETIME_PS -> BigInteger.TEN.pow(6);
      case DATETIME_FS -> BigInteger.TEN.pow(3);
      case DATETIME_AS -> BigInteger.ONE;
      default -> throw new IllegalArgumentException(unit + " has no fixed length");
    };
  }

  /**
   * The first and the last count of a unit that an engine can count: dates as days in 32 bits,
   * others in a finer unit in 64 bits.
   */
  static long[] countable(Datatype unit, Datatype finest) {
    boolean date = unit.compareTo(Datatype.DATETIME_DAY) <= 0 && unit != Datatype.DATETIME_WEEK;
    BigInteger length = date ? DAY : length(finest);
    BigInteger low = length.multiply(BigInteger.valueOf(date ? Integer.MIN_VALUE : Long.MIN_VALUE));
    BigInteger high =
        length.multiply(BigInteger.valueOf(date ? Integer.MAX_VALUE : Long.MAX_VALUE));
    return new long[] {
      first(unit, low),
      attoseconds(unit, Long.MAX_VALUE).compareTo(high) <= 0
          ? Long.MAX_VALUE
          : first(unit, high.add(BigInteger.ONE)) - 1
    };
  }

  /** The first count of a unit that is not before a time. */
  private static long first(Datatype unit, BigInteger attoseconds) {
    long low = Long.MIN_VALUE;
    long high = Long.MAX_VALUE;
    while (low < high) {
      long middle = (low & high) + ((low ^ high) >> 1);
      if (attoseconds(unit, middle).compareTo(attoseconds) >= 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The largest multiple of a unit that is not after a time. */
  static BigInteger floor(BigInteger attoseconds, Datatype unit) {
    return attoseconds.subtract(attoseconds.mod(length(unit)));
  }

  /** When a month begins, in the Gregorian calendar without an end. */
  private static BigInteger monthStart(BigInteger months) {
    BigInteger month = months.mod(TWELVE);
    BigInteger year = BigInteger.valueOf(1970).add(months.subtract(month).divide(TWELVE));
    // The calendar repeats itself every 400 years, of 146,097 days.
    BigInteger cycle = BigInteger.valueOf(400);
    BigInteger inCycle = year.mod(cycle);
    BigInteger cycles = year.subtract(inCycle).divide(cycle);
    long day = LocalDate.of(inCycle.intValue(), month.intValue() + 1, 1).toEpochDay();
    return cycles.multiply(BigInteger.valueOf(146_097)).add(BigInteger.valueOf(day)).multiply(DAY);
  }
}
