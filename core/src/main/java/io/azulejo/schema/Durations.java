package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses ISO 8601 durations, such as {@code PT5M} or {@code P1DT2H30M}, as values of {@code TIME_}
 * types. A time of day is represented by the duration since midnight.
 */
public final class Durations {
  private static final int MAX_LENGTH = 100;
  private static final String COUNT = "([+-]?\\d+(?:[.,]\\d+)?)";
  private static final Pattern ISO =
      Pattern.compile(
          ("([+-])?P(?:#Y)?(?:#M)?(?:#W)?(?:#D)?(?:T(?=[+\\-\\d])(?:#H)?(?:#M)?(?:#S)?)?")
              .replace("#", COUNT),
          Pattern.CASE_INSENSITIVE);
  private static final int YEARS = 2;
  private static final int MONTHS = 3;
  private static final int WEEKS = 4;

  /** Seconds in a week, a day, an hour, a minute and a second. */
  private static final long[] SECONDS = {604_800, 86_400, 3600, 60, 1};

  private Durations() {}

  /**
   * Parses an ISO 8601 duration. Years and months are rejected, because their length varies. Only
   * the last part may have a fraction. A sign may precede the whole duration or any part.
   *
   * @param type a {@code TIME_} type, which sets the unit of the result
   * @return number of units
   * @throws InvalidRequestException if the text is not a duration, is out of range or is finer than
   *     the type's unit, or if the type is not a time type
   */
  public static long parse(String text, Datatype type) {
    if (!type.isTime()) {
      throw new InvalidRequestException(type + " is not a time; use a TIME_ type");
    }
    Datatype.Unit unit = type.unit();
    Matcher iso = ISO.matcher(text);
    if (text.length() > MAX_LENGTH || !iso.matches()) {
      throw notADuration(text);
    }
    if (iso.group(YEARS) != null || iso.group(MONTHS) != null) {
      throw new InvalidRequestException(
          "\"" + text + "\" has years or months, whose length varies; use days, as in P30D");
    }
    BigDecimal seconds = BigDecimal.ZERO;
    boolean any = false;
    boolean fraction = false;
    for (int i = 0; i < SECONDS.length; i++) {
      String count = iso.group(WEEKS + i);
      if (count != null) {
        if (fraction) {
          throw new InvalidRequestException(
              "\"" + text + "\" has a fraction before its last part; write it like PT1M30S");
        }
        any = true;
        fraction = count.indexOf('.') >= 0 || count.indexOf(',') >= 0;
        BigDecimal number = new BigDecimal(count.replace(',', '.'));
        seconds = seconds.add(number.multiply(BigDecimal.valueOf(SECONDS[i])));
      }
    }
    if (!any) {
      throw notADuration(text);
    }
    BigDecimal length = BigDecimal.valueOf(Math.max(1, Datatype.Unit.SEC.countIn(unit)));
    BigDecimal[] units = seconds.scaleByPowerOfTen(unit.decimals()).divideAndRemainder(length);
    if (units[1].signum() != 0) {
      throw new InvalidRequestException("\"" + text + "\" is finer than the unit of " + type);
    }
    BigInteger whole = units[0].toBigIntegerExact();
    BigInteger value = "-".equals(iso.group(1)) ? whole.negate() : whole;
    if (value.bitLength() > 63) {
      throw new InvalidRequestException("\"" + text + "\" is out of range for " + type);
    }
    return value.longValue();
  }

  private static InvalidRequestException notADuration(String text) {
    return new InvalidRequestException(
        "\"" + text + "\" is not a duration such as PT5M, P1DT2H or PT0.25S");
  }
}
