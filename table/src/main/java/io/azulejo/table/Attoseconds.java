package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.math.BigInteger;

/** Datetimes as attoseconds since 1970, which all units have a whole number of. */
final class Attoseconds {
  private static final BigInteger SECOND = BigInteger.TEN.pow(18);
  private static final BigInteger DAY = SECOND.multiply(BigInteger.valueOf(86_400));
  private static final BigInteger TWELVE = BigInteger.valueOf(12);

  /** The calendar repeats after 400 years: so many months, so many days. */
  private static final BigInteger CYCLE = BigInteger.valueOf(4800);

  private static final BigInteger DAYS_OF_CYCLE = BigInteger.valueOf(146_097);

  private Attoseconds() {}

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
    Datatype.Unit each = unit.unit();
    if (!each.isFixed()) {
      throw new IllegalArgumentException(unit + " has no fixed length");
    }
    return BigInteger.TEN
        .pow(18 - each.decimals())
        .multiply(BigInteger.valueOf(Math.max(1, Datatype.Unit.SEC.countIn(each))));
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
    BigInteger inCycle = months.mod(CYCLE);
    BigInteger cycles = months.subtract(inCycle).divide(CYCLE);
    BigInteger day = BigInteger.valueOf(Datetimes.firstDay(inCycle.intValue()));
    return cycles.multiply(DAYS_OF_CYCLE).add(day).multiply(DAY);
  }
}
