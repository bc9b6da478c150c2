package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.math.BigInteger;

/**
 * Converts datetimes to attoseconds since 1970-01-01T00:00. The length of each unit is a whole
 * number of attoseconds.
 */
final class Attoseconds {
  private static final BigInteger SECOND = BigInteger.TEN.pow(18);
  private static final BigInteger DAY = SECOND.multiply(BigInteger.valueOf(86_400));
  private static final BigInteger TWELVE = BigInteger.valueOf(12);

  /** The number of months in 400 years, after which the calendar repeats. */
  private static final BigInteger CYCLE = BigInteger.valueOf(4800);

  private static final BigInteger DAYS_OF_CYCLE = BigInteger.valueOf(146_097); // days in 400 years

  private Attoseconds() {}

  /**
   * Returns the start of a datetime (attoseconds since 1970).
   *
   * @param unit a datetime type
   * @param count the datetime: the number of units since 1970, which may be negative
   */
  static BigInteger attoseconds(Datatype unit, long count) {
    return switch (unit) {
      case DATETIME_YEAR -> monthStart(BigInteger.valueOf(count).multiply(TWELVE));
      case DATETIME_MONTH -> monthStart(BigInteger.valueOf(count));
      default -> BigInteger.valueOf(count).multiply(length(unit));
    };
  }

  /**
   * Returns the length of a unit (attoseconds).
   *
   * @throws IllegalArgumentException if the length varies, as for years and months
   */
  static BigInteger length(Datatype unit) {
    Datatype.Unit each = unit.unit();
    if (!each.isFixed()) {
      throw new IllegalArgumentException(unit + " has no fixed length");
    }
    return BigInteger.TEN
        .pow(18 - each.decimals())
        .multiply(BigInteger.valueOf(Math.max(1, Datatype.Unit.SEC.countIn(each))));
  }

  /**
   * Returns the smallest and largest datetime of a unit that an engine can represent, as numbers of
   * units since 1970. Engines represent a date as a 32-bit number of days, and any other datetime
   * as a 64-bit number of their finest unit.
   *
   * @param unit the unit of the datetimes
   * @param finest the finest unit of the engine
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

  /**
   * Returns the earliest datetime of a unit that is not before a time, as a number of units since
   * 1970.
   */
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

  /** Rounds a time down to a multiple of a unit with a fixed length. */
  static BigInteger floor(BigInteger attoseconds, Datatype unit) {
    return attoseconds.subtract(attoseconds.mod(length(unit)));
  }

  /**
   * Returns the start of a month in the proleptic Gregorian calendar (attoseconds since 1970).
   *
   * @param months the number of months since 1970-01
   */
  private static BigInteger monthStart(BigInteger months) {
    BigInteger inCycle = months.mod(CYCLE);
    BigInteger cycles = months.subtract(inCycle).divide(CYCLE);
    BigInteger day = BigInteger.valueOf(Datetimes.firstDay(inCycle.intValue()));
    return cycles.multiply(DAYS_OF_CYCLE).add(day).multiply(DAY);
  }
}
