package io.azulejo.text.input;

import io.azulejo.schema.Datatype;

/** What the numbers of a column have in common, as far as all its cells are numbers. */
final class NumberFacts {
  private boolean alive = true;
  private boolean integers = true;
  private boolean finite = true;
  private boolean growing = true;
  private double value;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  /** Takes a number in its plain form, or one of the words for what is none. */
  void add(char[] text, int start, int end) {
    if (integers) {
      integers = isWhole(text, start, end);
      if (integers) {
        integer(text, start, end);
      }
    }
    value = Double.longBitsToDouble(NumberParser.doubleBits(text, start, end));
    if (Double.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    } else {
      finite = false;
    }
  }

  private void integer(char[] text, int start, int end) {
    try {
      long value = NumberParser.integer(text, start, end, Datatype.INT64);
      add(value);
    } catch (BadCell e) {
      integers = false;
    }
  }

  private static boolean isWhole(char[] text, int start, int end) {
    for (int at = text[start] == '-' ? start + 1 : start; at < end; at++) {
      if (text[at] < '0' || text[at] > '9') {
        return false;
      }
    }
    return true;
  }

  /** Takes numbers of a type. */
  void add(long value) {
    growing &= value > max || max == Long.MIN_VALUE;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Takes numbers of a type. */
  void add(double value) {
    finite &= Double.isFinite(value);
    low = Double.isFinite(value) ? Math.min(low, value) : low;
    high = Double.isFinite(value) ? Math.max(high, value) : high;
  }

  /** No cell of the column was anything but a number. */
  boolean isAlive() {
    return alive;
  }

  void end() {
    alive = false;
  }

  /** Whether each integer is greater than those before. */
  boolean isGrowing() {
    return growing;
  }

  /** The last number. */
  double value() {
    return value;
  }

  boolean isIntegers() {
    return integers;
  }

  boolean isFinite() {
    return finite;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }
}
