package io.azulejo.internal.read.condition;

import io.azulejo.schema.Datatype;

/** Converts and compares numbers of units of time, many at a time. */
final class TimeArithmetic {
  private TimeArithmetic() {}

  /** Returns the shorter one of two units. */
  static Datatype.Unit shorter(Datatype.Unit a, Datatype.Unit b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /**
   * Converts numbers of a unit to numbers of a unit that is at least as short. A number that does
   * not fit becomes {@link CellValues#NONE}.
   */
  static void convert(Datatype.Unit from, Datatype.Unit to, long[] values, int count) {
    if (from == to) {
      return;
    }
    long factor = to.countIn(from);
    for (int i = 0; i < count; i++) {
      long value = values[i];
      values[i] = value == 0 ? 0 : fits(value, factor) ? value * factor : CellValues.NONE;
    }
  }

  private static boolean fits(long value, long factor) {
    return factor != 0 && Math.multiplyHigh(value, factor) == value * factor >> 63;
  }

  /**
   * Compares numbers of two units exactly, whether they fit into the shorter unit or not.
   *
   * @param values numbers of {@code unit}; each becomes negative, 0 or positive as it is less than,
   *     equal to or greater than the other, and {@link CellValues#NONE} if either is that
   * @param others numbers of {@code other}
   */
  static void compare(
      Datatype.Unit unit, long[] values, Datatype.Unit other, long[] others, int count) {
    boolean longer = unit.compareTo(other) < 0;
    // Years and months are compared with their own unit only.
    long factor = unit == other ? 1 : longer ? other.countIn(unit) : unit.countIn(other);
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
