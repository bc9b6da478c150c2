package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the values and tile extents of datetime and time dimensions. */
final class TimeTexts {
  private static final Pattern YEARS = Pattern.compile("P(\\d{1,18})Y", Pattern.CASE_INSENSITIVE);
  private static final Pattern MONTHS = Pattern.compile("P(\\d{1,18})M", Pattern.CASE_INSENSITIVE);

  private TimeTexts() {}

  /**
   * Parses a datetime or a duration.
   *
   * @param type the datetime or time type of the result
   * @return the value in units of the type
   * @throws InvalidRequestException if the text is not a value of the type, or if the type is
   *     neither a datetime nor a time type
   */
  static long value(String text, Datatype type) {
    requireTime(type);
    return type.isDatetime() ? Datetimes.parse(text, type) : Durations.parse(text, type);
  }

  /**
   * Parses a duration as a whole number of units of a datetime or time type.
   *
   * @throws InvalidRequestException if the text is not a duration or not a whole number of units,
   *     or if the type is neither a datetime nor a time type
   */
  static long length(String text, Datatype type) {
    requireTime(type);
    return switch (type) {
      case DATETIME_YEAR -> counted(text, type, YEARS, "P1Y");
      case DATETIME_MONTH -> counted(text, type, MONTHS, "P3M");
      case DATETIME_WEEK, DATETIME_DAY -> hours(text, type);
      default -> Durations.parse(text, type.unit().time().orElseThrow());
    };
  }

  private static long counted(String text, Datatype type, Pattern pattern, String example) {
    Matcher count = pattern.matcher(text);
    if (!count.matches()) {
      throw new InvalidRequestException(
          "\"%s\" is not a whole number of units of %s, such as %s".formatted(text, type, example));
    }
    return Long.parseLong(count.group(1));
  }

  private static long hours(String text, Datatype type) {
    long unit = Datatype.Unit.HR.countIn(type.unit());
    long hours = Durations.parse(text, Datatype.TIME_HR);
    if (hours % unit != 0) {
      throw new InvalidRequestException(
          "\"%s\" is finer than the unit of %s, which is %d hours".formatted(text, type, unit));
    }
    return hours / unit;
  }

  private static void requireTime(Datatype type) {
    if (!type.isDatetime() && !type.isTime()) {
      throw new InvalidRequestException(
          "values of %s are not times; pass them as numbers".formatted(type));
    }
  }
}
