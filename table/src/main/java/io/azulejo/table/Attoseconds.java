package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.math.BigInteger;

/** Converts datetimes to attoseconds since 1970: each unit is a whole number of them. */
final class Attoseconds {
  private static final BigInteger SECOND = BigInteger.TEN.pow(18);
  private static final BigInteger DAY = SECOND.multiply(BigInteger.valueOf(86_400));
  private static final BigInteger TWELVE = BigInteger.valueOf(12);

  /** Number of months and days after which the calendar repeats (400 years). */
  private static final BigInteger CYCLE = BigInteger.valueOf(4800);

  private static final BigInteger DAYS_OF_CYCLE = BigInteger.valueOf(146_097);

  private Attoseconds() {}

  /** Returns the start of a datetime that is {@code count} units after 1970. */
  static BigInteger attoseconds(Datatype unit, long count) {
    return switch (unit) {
      case DATETIME_YEAR -> monthStart(BigInteger.valueOf(count).multiply(TWELVE));
      case DATETIME_MONTH -> monthStart(BigInteger.valueOf(count));
      default -> BigInteger.valueOf(count).multiply(length(unit));
    };
  }

  /** Returns the length of a unit with a fixed length: any unit except years and months. */
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
   * Returns the first and last count of a unit that an engine can represent: dates as 32-bit days,
   * other datetimes as 64-bit counts of {@code finest}.
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

  /** Returns the first count of a unit that is not before a time. */
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

  /** Rounds a time down to a multiple of a unit. */
  static BigInteger floor(BigInteger attoseconds, Datatype unit) {
    return attoseconds.subtract(attoseconds.mod(length(unit)));
  }

  /** Returns the start of a month in the proleptic Gregorian calendar. */
  private static BigInteger monthStart(BigInteger months) {
    BigInteger inCycle = months.mod(CYCLE);
    BigInteger cycles = months.subtract(inCycle).divide(CYCLE);
    BigInteger day = BigInteger.valueOf(Datetimes.firstDay(inCycle.intValue()));
    return cycles.multiply(DAYS_OF_CYCLE).add(day).multiply(DAY);
  }
}
