package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.TimeParser;

/** What the dates of a column have in common, as far as all its cells are dates. */
final class DateFacts {
  private static final Datatype[] UNITS = {
    Datatype.DATETIME_DAY,
    Datatype.DATETIME_SEC,
    Datatype.DATETIME_MS,
    Datatype.DATETIME_US,
    Datatype.DATETIME_NS
  };

  private final DateForm order;
  private boolean alive = true;
  private int unit;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long value;
  private int step;
  private boolean ascending = true;
  private boolean descending = true;

  /** No dates yet, in this order of days and months. */
  DateFacts(DateForm order) {
    this.order = order;
  }

  /** The same facts, with another order for the dates to come. */
  DateFacts in(DateForm other) {
    DateFacts copy = new DateFacts(other);
    copy.alive = alive;
    copy.unit = unit;
    copy.first = first;
    copy.last = last;
    copy.value = value;
    copy.ascending = ascending;
    copy.descending = descending;
    return copy;
  }

  /** Takes a cell; what is no date ends it all. */
  void add(char[] text, int start, int end) {
    if (TimeParser.isPlainNumber(text, start, end)) {
      alive = false;
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
      alive = value != Long.MIN_VALUE;
      first = Math.min(first, value);
      last = Math.max(last, value);
    } catch (BadCell | ArithmeticException e) {
      alive = false;
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

  /** No cell of the column was anything but a date. */
  boolean isAlive() {
    return alive;
  }

  void end() {
    alive = false;
  }

  /** The last date as a number that is the same in all units. */
  long key() {
    long nanos = 86_400_000_000_000L;
    for (int i = 0; i < unit; i++) {
      nanos /= i == 0 ? 86_400 : 1000;
    }
    return value * nanos;
  }

  /** How the last date compares with the one before it: less than 0, 0, or greater. */
  int step() {
    return step;
  }

  /** Whether no date is before the one of the row before. */
  boolean isAscending() {
    return ascending;
  }

  /** Whether no date is after the one of the row before. */
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
