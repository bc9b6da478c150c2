package io.azulejo.internal.read.condition;

import io.azulejo.schema.Datatype;

/** Units of datetimes and times, the longest first, and how many of one are in another. */
enum TimeUnits {
  /** Years, which have no fixed length. */
  YEAR(0),
  /** Months, which have none either. */
  MONTH(0),
  /** Weeks. */
  WEEK(0),
  /** Days. */
  DAY(7),
  /** Hours. */
  HR(24),
  /** Minutes. */
  MIN(60),
  /** Seconds. */
  SEC(60),
  /** Milliseconds. */
  MS(1000),
  /** Microseconds. */
  US(1000),
  /** Nanoseconds. */
  NS(1000),
  /** Picoseconds. */
  PS(1000),
  /** Femtoseconds. */
  FS(1000),
  /** Attoseconds. */
  AS(1000);

  /** How many of them are in one of the unit in front of them. */
  private final long ofLonger;

  TimeUnits(long ofLonger) {
    this.ofLonger = ofLonger;
  }

  /** The unit of a type of datetimes or times. */
  static TimeUnits of(Datatype type) {
    return valueOf(type.name().substring(type.name().lastIndexOf('_') + 1));
  }

  /** The type of datetimes of this unit. */
  Datatype datetime() {
    return Datatype.valueOf("DATETIME_" + name());
  }

  /** The type of times of this unit, which has to be an hour at most. */
  Datatype time() {
    return Datatype.valueOf("TIME_" + name());
  }

  /** Whether units have a length that is always the same. */
  boolean isFixed() {
    return compareTo(WEEK) >= 0;
  }

  /** The shorter one of this and another one. */
  TimeUnits shorter(TimeUnits other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** How many of these are in one of a unit, at least as long; 0 if they do not fit 64 bits. */
  private long countIn(TimeUnits longer) {
    long factor = 1;
    for (int i = longer.ordinal() + 1; i <= ordinal() && factor > 0; i++) {
      long each = values()[i].ofLonger;
      factor = factor > Long.MAX_VALUE / each ? 0 : factor * each;
    }
    return factor;
  }

  /**
   * Makes numbers of another unit, at least as long, those of this one; what does not fit, none.
   */
  void convert(TimeUnits from, long[] values, int count) {
    if (from == this) {
      return;
    }
    long factor = countIn(from);
    for (int i = 0; i < count; i++) {
      long value = values[i];
      values[i] = value == 0 ? 0 : fits(value, factor) ? value * factor : CellValues.NONE;
    }
  }

  private static boolean fits(long value, long factor) {
    return factor != 0 && Math.multiplyHigh(value, factor) == value * factor >> 63;
  }

  /**
   * Compares numbers of this unit with those of another one exactly, whether they fit into the
   * shorter of the two or not.
   *
   * @param values numbers of this unit; become less than 0, 0 or more than 0, as they are less,
   *     equal or greater; those that are none become none, which no order is
   * @param others numbers of the other unit; with none of them there is no order either
   */
  void compare(long[] values, TimeUnits other, long[] others, int count) {
    boolean longer = compareTo(other) < 0;
    long factor = longer ? other.countIn(this) : countIn(other);
    for (int i = 0; i < count; i++) {
      long a = values[i];
      long b = others[i];
      if (a != CellValues.NONE) {
        values[i] =
            b == CellValues.NONE
                ? CellValues.NONE
                : longer ? compare(a, factor, b) : -compare(b, factor, a);
      }
    }
  }

  private static int compare(long value, long factor, long other) {
    return value == 0 || fits(value, factor)
        ? Long.compare(value * factor, other)
        : Long.signum(value);
  }
}
