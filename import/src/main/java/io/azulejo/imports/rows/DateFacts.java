package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.TimeParser;

/** Properties that the dates of a column share. They are valid as long as all cells are dates. */
final class DateFacts {
  private static final Datatype[] UNITS = {
    Datatype.DATETIME_DAY,
    Datatype.DATETIME_SEC,
    Datatype.DATETIME_MS,
    Datatype.DATETIME_US,
    Datatype.DATETIME_NS
  };

  private final DateForm order;
  private boolean possible = true;
  private int unit;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long value;
  private int step;
  private boolean ascending = true;
  private boolean descending = true;

  /**
   * Creates facts without dates.
   *
   * @param order order of day and month in the dates to add
   */
  DateFacts(DateForm order) {
    this.order = order;
  }

  /** Returns a copy of these facts that reads further dates in another order of day and month. */
  DateFacts in(DateForm other) {
    DateFacts copy = new DateFacts(other);
    copy.possible = possible;
    copy.unit = unit;
    copy.first = first;
    copy.last = last;
    copy.value = value;
    copy.ascending = ascending;
    copy.descending = descending;
    return copy;
  }

  /** Adds a cell. A cell that is not a date invalidates the facts. */
  void add(char[] text, int start, int end) {
    if (TimeParser.isPlainNumber(text, start, end)) {
      possible = false;
      return;
    }
    try {
      int wanted = unit(text, start, end);
      for (; unit < wanted; unit++) {
        long factor = unit == 0 ? 86_400 : 1000;
        if (first <= last) {
          first = Math.multiplyExact(first, factor);
          last = Math.multiplyExact(last, factor);
          value = Math.multiplyExact(value, factor);
        }
      }
      long next = TimeParser.datetime(text, start, end, type(), order);
      step = first <= last ? Long.compare(next, value) : 0;
      ascending &= step >= 0;
      descending &= step <= 0;
      value = next;
      possible = value != Long.MIN_VALUE;
      first = Math.min(first, value);
      last = Math.max(last, value);
    } catch (BadCell | ArithmeticException e) {
      possible = false;
    }
  }

  private static int unit(char[] text, int start, int end) {
    int at = start;
    boolean time = false;
    while (at < end && !(time && text[at] == '.')) {
      time |= text[at] == ':';
      at++;
    }
    int decimals = 0;
    while (at + 1 + decimals < end && isDigit(text[at + 1 + decimals])) {
      decimals++;
    }
    if (decimals == 0) {
      return time ? 1 : 0;
    }
    return decimals <= 3 ? 2 : decimals <= 6 ? 3 : 4;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns whether all cells so far are dates. */
  boolean isPossible() {
    return possible;
  }

  void end() {
    possible = false;
  }

  /** Returns the last date as a number that is independent of the unit of the dates. */
  long key() {
    long nanos = 86_400_000_000_000L;
    for (int i = 0; i < unit; i++) {
      nanos /= i == 0 ? 86_400 : 1000;
    }
    return value * nanos;
  }

  /**
   * Returns how the last date compares to the one before it: negative if it is earlier, 0 if equal,
   * positive if later.
   */
  int step() {
    return step;
  }

  /** Returns whether the dates never decrease. */
  boolean isAscending() {
    return ascending;
  }

  /** Returns whether the dates never increase. */
  boolean isDescending() {
    return descending;
  }

  Datatype type() {
    return UNITS[unit];
  }

  long first() {
    return first;
  }

  long last() {
    return last;
  }
}
