package io.azulejo.internal.read.condition;

import io.azulejo.schema.Datatype;

/** Converts and compares times in different units, many at a time. */
final class TimeArithmetic {
  /** Represents a missing datetime (NaT) or a result that overflows. */
  static final long NONE = Long.MIN_VALUE;

  private TimeArithmetic() {}

  /** Returns the shorter of two units. */
  static Datatype.Unit shorter(Datatype.Unit a, Datatype.Unit b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /**
   * Converts times to a unit that is equal or shorter, in place. A value that overflows becomes
   * {@link #NONE}.
   */
  static void convert(Datatype.Unit from, Datatype.Unit to, long[] values, int count) {
    if (from == to) {
      return;
    }
    long factor = to.countIn(from);
    for (int i = 0; i < count; i++) {
      long value = values[i];
      values[i] = value == 0 ? 0 : fits(value, factor) ? value * factor : NONE;
    }
  }

  private static boolean fits(long value, long factor) {
    return factor != 0 && Math.multiplyHigh(value, factor) == value * factor >> 63;
  }

  /**
   * Compares times in two units exactly, even if they overflow in the shorter unit.
   *
   * @param unit unit of {@code values}
   * @param values times; each is replaced by the sign of its comparison with the other time
   *     (negative, 0 or positive), or by {@link #NONE} if either time is NONE
   * @param other unit of {@code others}
   * @param others the times to compare with
   * @param count number of times
   */
  static void compare(
      Datatype.Unit unit, long[] values, Datatype.Unit other, long[] others, int count) {
    boolean longer = unit.compareTo(other) < 0;
    // Years and months are only compared in their own unit.
    long factor = unit == other ? 1 : longer ? other.countIn(unit) : unit.countIn(other);
    for (int i = 0; i < count; i++) {
      long a = values[i];
      long b = others[i];
      if (a != NONE) {
        values[i] = b == NONE ? NONE : longer ? compare(a, factor, b) : -compare(b, factor, a);
      }
    }
  }

  private static int compare(long value, long factor, long other) {
    return value == 0 || fits(value, factor)
        ? Long.compare(value * factor, other)
        : Long.signum(value);
  }
}
