package io.azulejo.plot;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;

/**
 * Calendar steps of the same kind that divide a range of times, in UTC. A step is a number of
 * seconds, minutes, hours, days, weeks, months or years.
 *
 * @param step the length in units of the type; 0 if the step is a number of months
 * @param months the length in months; 0 for other steps
 * @param first the start of the first step in units of the type, or its first month, counted from
 *     January 1970
 * @param count the number of steps
 * @param name the length in words, for example "6 months"
 */
record CalendarSteps(Datatype type, long step, int months, long first, int count, String name) {
  private static final long DAY = 86_400;
  private static final long[] SECONDS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY,
    7 * DAY
  };
  private static final int[] MONTHS = {
    1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000
  };

  /** The first Monday of 1970, in seconds. */
  private static final long MONDAY = 4 * DAY;

  private static final long MAX_DAY = 365_000L * 1_000;

  /**
   * Returns the finest steps that divide a range of times.
   *
   * @param max the maximum number of steps
   * @return the steps, or null if no step is long enough or the times are outside the calendar
   */
  static CalendarSteps of(Datatype type, long low, long high, int max) {
    if (type.compareTo(Datatype.DATETIME_PS) > 0) {
      return null;
    }
    if (type != Datatype.DATETIME_YEAR && type != Datatype.DATETIME_MONTH) {
      if (Math.max(Math.abs(low / perDay(type)), Math.abs(high / perDay(type))) > MAX_DAY) {
        return null;
      }
      for (long seconds : SECONDS) {
        long step = units(type, seconds);
        long shift = seconds == 7 * DAY ? units(type, MONDAY) : 0;
        if (step > 0) {
          long from = Math.floorDiv(low - shift, step);
          long count = Math.floorDiv(high - shift, step) - from + 1;
          if (count <= max) {
            return new CalendarSteps(
                type, step, 0, from * step + shift, (int) count, name(seconds));
          }
        }
      }
    }
    if (Math.max(Math.abs(low), Math.abs(high)) > MAX_DAY * 12 && perDay(type) == 1) {
      return null;
    }
    for (int months : MONTHS) {
      long from = Math.floorDiv(month(type, low), (long) months);
      long count = Math.floorDiv(month(type, high), (long) months) - from + 1;
      boolean possible = type != Datatype.DATETIME_YEAR || months % 12 == 0;
      if (possible && count <= max) {
        String name =
            months % 12 == 0
                ? months == 12 ? "a year" : months / 12 + " years"
                : months == 1 ? "a month" : months + " months";
        return new CalendarSteps(type, 0, months, from * months, (int) count, name);
      }
    }
    return null;
  }

  private static String name(long seconds) {
    long[] units = {7 * DAY, DAY, 3600, 60, 1};
    String[] names = {"week", "day", "hour", "minute", "second"};
    for (int i = 0; ; i++) {
      if (seconds % units[i] == 0) {
        long count = seconds / units[i];
        String article = i == 2 ? "an " : "a ";
        return count == 1 ? article + names[i] : count + " " + names[i] + "s";
      }
    }
  }

  /** Converts seconds to units of the type. Returns 0 if the result is not a positive integer. */
  private static long units(Datatype type, long seconds) {
    long unit = Datatype.Unit.SEC.countIn(type.unit());
    if (unit == 0) {
      return seconds * type.unit().countIn(Datatype.Unit.SEC);
    }
    return seconds % unit == 0 ? seconds / unit : 0;
  }

  /** Returns the number of units in a day; 1 for units longer than a day. */
  private static long perDay(Datatype type) {
    return Math.max(1, type.unit().countIn(Datatype.Unit.DAY));
  }

  /** Returns the month of a time, counted from January 1970. */
  private static long month(Datatype type, long time) {
    if (type == Datatype.DATETIME_YEAR) {
      return time * 12;
    }
    if (type == Datatype.DATETIME_MONTH) {
      return time;
    }
    long day = type == Datatype.DATETIME_WEEK ? time * 7 : Math.floorDiv(time, perDay(type));
    return Datetimes.month(day);
  }

  /** Returns the number of the step that contains a time, starting at 0. */
  int bin(long time) {
    return (int)
        (step > 0
            ? Math.floorDiv(time - first, step)
            : Math.floorDiv(month(type, time) - first, (long) months));
  }

  /** Returns the start of a step in units of the type. */
  long start(int bin) {
    if (step > 0) {
      return first + bin * step;
    }
    long month = first + (long) bin * months;
    if (type == Datatype.DATETIME_MONTH) {
      return month;
    }
    if (type == Datatype.DATETIME_YEAR) {
      return month / 12;
    }
    long day = Datetimes.firstDay(month);
    return type == Datatype.DATETIME_WEEK ? Math.floorDiv(day, 7L) : day * perDay(type);
  }
}
