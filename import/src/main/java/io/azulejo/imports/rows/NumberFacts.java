package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.NumberParser;

/**
 * Properties that the numbers of a column share. They are valid as long as all cells are numbers.
 */
final class NumberFacts {
  private boolean possible = true;
  private boolean integers = true;
  private boolean finite = true;
  private boolean increasing = true;
  private boolean ascending = true;
  private boolean descending = true;
  private boolean begun;
  private int step;
  private double value;
  private long whole; // the last integer
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  /**
   * Adds a number without thousands separators and with a decimal point, or a word for NaN or
   * infinity.
   */
  void add(char[] text, int start, int end) {
    double before = value;
    long wholeBefore = whole;
    if (integers) {
      integers = isWhole(text, start, end);
      if (integers) {
        integer(text, start, end);
      }
    }
    value = Double.longBitsToDouble(NumberParser.doubleBits(text, start, end));
    compare(integers ? Long.compare(whole, wholeBefore) : Double.compare(value, before));
    if (Double.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    } else {
      finite = false;
    }
  }

  private void compare(int next) {
    step = begun ? next : 0;
    begun = true;
    ascending &= step >= 0;
    descending &= step <= 0;
  }

  private void integer(char[] text, int start, int end) {
    try {
      whole = NumberParser.integer(text, start, end, Datatype.INT64);
      extend(whole);
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

  /** Adds a typed integer. */
  void add(long number) {
    compare(Long.compare(number, whole));
    whole = number;
    extend(number);
  }

  private void extend(long value) {
    increasing &= value > max || max == Long.MIN_VALUE;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Adds a typed floating-point number. */
  void add(double number) {
    compare(Double.compare(number, value));
    value = number;
    finite &= Double.isFinite(number);
    low = Double.isFinite(number) ? Math.min(low, number) : low;
    high = Double.isFinite(number) ? Math.max(high, number) : high;
  }

  /** Returns whether all cells so far are numbers. */
  boolean isPossible() {
    return possible;
  }

  void end() {
    possible = false;
  }

  /** Returns whether each integer is greater than the one before it. */
  boolean isIncreasing() {
    return increasing;
  }

  /**
   * Returns how the last number compares to the one before it: negative if it is less, 0 if equal,
   * positive if greater.
   */
  int step() {
    return step;
  }

  /** Returns whether the numbers never decrease. */
  boolean isAscending() {
    return ascending;
  }

  /** Returns whether the numbers never increase. */
  boolean isDescending() {
    return descending;
  }

  /** Returns the last number. */
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
