package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as values and lengths of dimensions of datetimes and times. */
final class TimeTexts {
  private static final Pattern YEARS = Pattern.compile("P(\\d{1,18})Y", Pattern.CASE_INSENSITIVE);
  private static final Pattern MONTHS = Pattern.compile("P(\\d{1,18})M", Pattern.CASE_INSENSITIVE);
  private static final int HOURS_OF_DAY = 24;
  private static final int HOURS_OF_WEEK = 7 * HOURS_OF_DAY;

  private TimeTexts() {}

  /** The value that a text says. */
  static long value(String text, Datatype type) {
    requireTime(type);
    return type.isDatetime() ? Datetimes.parse(text, type) : Durations.parse(text, type);
  }

  /** How many units of a type a duration has. */
  static long length(String text, Datatype type) {
    requireTime(type);
    return switch (type) {
      case DATETIME_YEAR -> counted(text, type, YEARS, "P1Y");
      case DATETIME_MONTH -> counted(text, type, MONTHS, "P3M");
      case DATETIME_WEEK -> hours(text, type, HOURS_OF_WEEK);
      case DATETIME_DAY -> hours(text, type, HOURS_OF_DAY);
      case DATETIME_HR -> Durations.parse(text, Datatype.TIME_HR);
      case DATETIME_MIN -> Durations.parse(text, Datatype.TIME_MIN);
      case DATETIME_SEC -> Durations.parse(text, Datatype.TIME_SEC);
      case DATETIME_MS -> Durations.parse(text, Datatype.TIME_MS);
      case DATETIME_US -> Durations.parse(text, Datatype.TIME_US);
      case DATETIME_NS -> Durations.parse(text, Datatype.TIME_NS);
      case DATETIME_PS -> Durations.parse(text, Datatype.TIME_PS);
      case DATETIME_FS -> Durations.parse(text, Datatype.TIME_FS);
      case DATETIME_AS -> Durations.parse(text, Datatype.TIME_AS);
      default -> Durations.parse(text, type);
    };
  }

  private static long counted(String text, Datatype type, Pattern pattern, String example) {
    Matcher count = pattern.matcher(text);
    if (!count.matches()) {
      throw new InvalidRequestException(
          "\"%s\" is no whole number of units of %s, such as %s".formatted(text, type, example));
    }
    return Long.parseLong(count.group(1));
  }

  private static long hours(String text, Datatype type, int unit) {
    long hours = Durations.parse(text, Datatype.TIME_HR);
    if (hours % unit != 0) {
      throw new InvalidRequestException(
          "\"%s\" is finer than the unit of %s, which has %d hours".formatted(text, type, unit));
    }
    return hours / unit;
  }

  private static void requireTime(Datatype type) {
    if (!type.isDatetime() && !type.isTime()) {
      throw new InvalidRequestException(
          "values of %s are no times: give them as numbers".formatted(type));
    }
  }
}
