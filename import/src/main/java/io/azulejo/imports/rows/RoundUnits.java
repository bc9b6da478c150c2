package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;

/** Rounds lengths up to 1, 2 or 5 times a power of ten, or to calendar and clock units. */
final class RoundUnits {
  private static final long[] SECONDS = {
    1, 10, 60, 600, 3_600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000, 315_360_000
  };
  private static final long[] DAYS = {1, 7, 30, 90, 365, 3_650, 36_500};

  private RoundUnits() {}

  /**
   * Returns the smallest round length that is at least the given one.
   *
   * @param length length in units of the type
   * @param type an integer or datetime type
   */
  static long atLeast(long length, Datatype type) {
    if (type == Datatype.DATETIME_DAY) {
      return listed(DAYS, 1, length);
    }
    // For units smaller than nanoseconds, a decade does not fit 64 bits.
    boolean seconds = type.isDatetime() && type.compareTo(Datatype.DATETIME_NS) <= 0;
    long second = seconds ? type.unit().countIn(Datatype.Unit.SEC) : 0;
    return second == 0 || length < second ? decimal(length) : listed(SECONDS, second, length);
  }

  private static long listed(long[] lengths, long unit, long length) {
    for (long each : lengths) {
      if (each * unit >= length) {
        return each * unit;
      }
    }
    return decimal(length);
  }

  private static long decimal(long length) {
    for (long power = 1; power <= Long.MAX_VALUE / 50; power *= 10) {
      for (int times : new int[] {1, 2, 5}) {
        if (times * power >= length) {
          return times * power;
        }
      }
    }
    return length;
  }

  /**
   * Returns the smallest round length that is at least the given one.
   *
   * @param length a positive length
   */
  static double atLeast(double length) {
    double power = Math.pow(10, Math.floor(Math.log10(length)));
    for (int times : new int[] {1, 2, 5}) {
      if (times * power >= length) {
        return times * power;
      }
    }
    return 10 * power;
  }
}
