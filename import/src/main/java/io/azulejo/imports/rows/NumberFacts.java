package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.NumberParser;

/** What the numbers of a column have in common, as far as all its cells are numbers. */
final class NumberFacts {
  private boolean alive = true;
  private boolean integers = true;
  private boolean finite = true;
  private boolean growing = true;
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

  /** Takes a number in its plain form, or one of the words for what is none. */
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

  /** Takes numbers of a type. */
  void add(long number) {
    compare(Long.compare(number, whole));
    whole = number;
    extend(number);
  }

  private void extend(long value) {
    growing &= value > max || max == Long.MIN_VALUE;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Takes numbers of a type. */
  void add(double number) {
    compare(Double.compare(number, value));
    value = number;
    finite &= Double.isFinite(number);
    low = Double.isFinite(number) ? Math.min(low, number) : low;
    high = Double.isFinite(number) ? Math.max(high, number) : high;
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

  /** How the last number compares with the one before it: less than 0, 0, or greater. */
  int step() {
    return step;
  }

  /** Whether no number is less than the one before it. */
  boolean isAscending() {
    return ascending;
  }

  /** Whether no number is greater than the one before it. */
  boolean isDescending() {
    return descending;
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
