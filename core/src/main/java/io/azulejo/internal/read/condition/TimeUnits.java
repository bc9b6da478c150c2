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

  /**
   * Makes numbers of another unit, at least as long, those of this one; what does not fit, none.
   */
  void convert(TimeUnits from, long[] values, int count) {
    if (from == this) {
      return;
    }
    long factor = 1;
    for (int i = from.ordinal() + 1; i <= ordinal() && factor > 0; i++) {
      long each = values()[i].ofLonger;
      factor = factor > Long.MAX_VALUE / each ? -1 : factor * each;
    }
    for (int i = 0; i < count; i++) {
      long value = values[i];
      long product = value * factor;
      boolean fits =
          value == 0 || (factor > 0 && value != Long.MIN_VALUE && product / factor == value);
      values[i] = !fits ? CellValues.NONE : value == 0 ? 0 : product;
    }
  }
}
