package io.azulejo.plot.picture;

import io.azulejo.schema.Datatype;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Places the ticks of a datetime axis at round times in UTC, such as full hours, days or months.
 *
 * @param second the second in which the axis starts, since 1970
 * @param from the start of the axis, in seconds relative to that second
 * @param to the end of the axis, in seconds relative to that second
 * @param secondsPerUnit the length of one unit of the datetime type, in seconds
 */
record CalendarTicks(long second, double from, double to, double secondsPerUnit) {
  private static final long MINUTE = 60;
  private static final long DAY = 86_400;
  private static final long[] STEPS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY,
    2 * DAY, 7 * DAY, 14 * DAY
  };
  private static final double DAYS_OF_MONTH = 30.436875;
  private static final int[] MONTHS = {1, 3, 6};

  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm");
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

  /** The number of months from year 0 to 1970. */
  private static final long EPOCH = 1970 * 12L;

  /** The first Monday of 1970, in seconds since 1970. */
  private static final long MONDAY = 4 * DAY;

  /** Tolerance in seconds that keeps ticks at the ends of the axis despite rounding errors. */
  private static final double ROUNDING = 1e-6;

  /** The greatest absolute number of seconds that {@code java.time} can represent as a date. */
  private static final long MAX_SECONDS = 31_000_000_000_000_000L;

  /**
   * Returns the ticks of an axis, with positions in units of the type from its low end.
   *
   * @return the ticks, or null if there are none, for example because the axis exceeds the calendar
   */
  static Ticks of(Datatype type, long low, long high, int max) {
    if (type == Datatype.DATETIME_YEAR || type == Datatype.DATETIME_MONTH) {
      return ofMonths(type == Datatype.DATETIME_YEAR ? 12 : 1, low, high, max);
    }
    long perUnit = Math.max(1, Datatype.Unit.SEC.countIn(type.unit()));
    long perSecond = Math.max(1, type.unit().countIn(Datatype.Unit.SEC));
    double unit = perUnit > 1 ? perUnit : 1.0 / perSecond;
    if (Math.max(Math.abs(low * unit), Math.abs(high * unit)) > MAX_SECONDS) {
      return null;
    }
    long second = perUnit > 1 ? low * perUnit : Math.floorDiv(low, perSecond);
    double from = perUnit > 1 ? 0 : (double) Math.floorMod(low, perSecond) / perSecond;
    double span = IntegerAxis.unsigned(high - low) * unit;
    CalendarTicks ticks = new CalendarTicks(second, from, from + span, unit);
    Ticks marks = ticks.ofStep(span / max, unit, type == Datatype.DATETIME_WEEK ? 0 : MONDAY);
    return marks.marks().isEmpty() ? null : marks;
  }

  private Ticks ofStep(double min, double unit, long week) {
    if (min > 0 && min <= 0.5 && unit < 1) {
      return partsOfSeconds(min);
    }
    for (long step : STEPS) {
      if (step >= min && step >= unit) {
        return times(step, week % step);
      }
    }
    return months(monthStep(min / DAY / DAYS_OF_MONTH));
  }

  private static Ticks ofMonths(int perUnit, long low, long high, int max) {
    long bound = 999_999_000L * 12 / perUnit;
    if (low < -bound || high > bound) {
      return null;
    }
    long from = low * perUnit;
    long to = high * perUnit;
    long step = Math.max(perUnit, monthStep((double) (to - from) / max));
    List<Tick> marks = new ArrayList<>();
    for (long month = firstOf(step, from); month <= to; month += step) {
      marks.add(new Tick((double) (month - from) / perUnit, monthLabel(month, step)));
    }
    return new Ticks(marks, "");
  }

  private static long monthStep(double months) {
    for (int step : MONTHS) {
      if (step >= months) {
        return step;
      }
    }
    long years = 1;
    for (int i = 0; years * 12 < months; i++) {
      years *= i % 3 == 1 ? 5 : 2;
      years = i % 3 == 1 ? years / 2 : years;
    }
    return years * 12;
  }

  private Ticks months(long step) {
    long first = monthOf(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
    long last = monthOf(LocalDateTime.ofEpochSecond(second + (long) to, 0, ZoneOffset.UTC));
    List<Tick> marks = new ArrayList<>();
    for (long month = firstOf(step, first); month <= last; month += step) {
      LocalDate year = LocalDate.of((int) (1970 + Math.floorDiv(month, 12L)), 1, 1);
      double at = year.plusMonths(Math.floorMod(month, 12L)).toEpochDay() * DAY - second;
      if (at >= from) {
        marks.add(new Tick((at - from) / secondsPerUnit, monthLabel(month, step)));
      }
    }
    return new Ticks(marks, "");
  }

  /**
   * Returns the first month, not before the given one, that is a multiple of the step counted from
   * year 0.
   */
  private static long firstOf(long step, long month) {
    return -Math.floorDiv(-month - EPOCH, step) * step - EPOCH;
  }

  private static long monthOf(LocalDateTime date) {
    return (date.getYear() - 1970L) * 12 + date.getMonthValue() - 1;
  }

  private static String monthLabel(long month, long step) {
    int year = (int) (1970 + Math.floorDiv(month, 12L));
    LocalDate date = LocalDate.of(year, (int) Math.floorMod(month, 12L) + 1, 1);
    String text = date.toString();
    return step % 12 == 0 ? year(date) : text.substring(0, text.length() - "-DD".length());
  }

  private static String year(LocalDate date) {
    String text = date.toString();
    return text.substring(0, text.length() - "-MM-DD".length());
  }

  private Ticks times(long step, long offset) {
    long first = -Math.floorDiv(offset - second - (from > 0 ? 1 : 0), step) * step + offset;
    List<LocalDateTime> times = new ArrayList<>();
    List<Double> places = new ArrayList<>();
    for (long at = first; at - second <= to; at += step) {
      times.add(LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC));
      places.add((double) (at - second));
    }
    if (step >= DAY) {
      return marks(places, times.stream().map(t -> t.toLocalDate().toString()).toList(), "");
    }
    DateParts parts = DateParts.of(times);
    List<String> labels =
        times.stream()
            .map(t -> parts.text(t) + (step < MINUTE ? SECONDS : MINUTES).format(t))
            .toList();
    return marks(places, labels, parts.note(times));
  }

  private Ticks partsOfSeconds(double min) {
    double step = 1;
    int digits = 0;
    for (int i = 0; ; i++) {
      double finer = step / (i % 3 == 1 ? 2.5 : 2);
      if (finer < min || finer < secondsPerUnit) {
        break;
      }
      step = finer;
      digits += i % 3 == 0 ? 1 : 0;
    }
    long perSecond = Math.round(1 / step);
    long scale = Math.round(Math.pow(10, digits));
    List<LocalDateTime> times = new ArrayList<>();
    List<Double> places = new ArrayList<>();
    for (long k = (long) Math.ceil(from / step - ROUNDING); k * step <= to + step * ROUNDING; k++) {
      times.add(LocalDateTime.ofEpochSecond(second + k / perSecond, 0, ZoneOffset.UTC));
      places.add(k * step);
    }
    DateParts parts = DateParts.of(times);
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      LocalDateTime time = times.get(i);
      long k = Math.round(places.get(i) / step);
      String below = Long.toString(scale + Math.floorMod(k, perSecond) * (scale / perSecond));
      labels.add(
          parts.text(time) + SECONDS.format(time) + (digits == 0 ? "" : "." + below.substring(1)));
    }
    return marks(places, labels, parts.note(times));
  }

  private Ticks marks(List<Double> places, List<String> labels, String note) {
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      marks.add(new Tick((places.get(i) - from) / secondsPerUnit, labels.get(i)));
    }
    return new Ticks(marks, note);
  }

  /** The part of the date that labels must show because it differs between them. */
  private enum DateParts {
    ALL,
    MONTH_AND_DAY,
    NONE;

    static DateParts of(List<LocalDateTime> times) {
      if (times.isEmpty()) {
        return NONE;
      }
      LocalDate first = times.get(0).toLocalDate();
      LocalDate last = times.get(times.size() - 1).toLocalDate();
      return first.equals(last) ? NONE : first.getYear() == last.getYear() ? MONTH_AND_DAY : ALL;
    }

    String text(LocalDateTime time) {
      String date = time.toLocalDate().toString();
      return switch (this) {
        case ALL -> date + " ";
        case MONTH_AND_DAY -> date.substring(date.length() - "MM-DD".length()) + " ";
        case NONE -> "";
      };
    }

    String note(List<LocalDateTime> times) {
      return switch (this) {
        case ALL -> "UTC";
        case MONTH_AND_DAY -> year(times.get(0).toLocalDate()) + ", UTC";
        case NONE -> times.isEmpty() ? "UTC" : times.get(0).toLocalDate() + ", UTC";
      };
    }
  }
}
