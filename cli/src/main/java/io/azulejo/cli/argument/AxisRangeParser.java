package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Durations;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parser for ranges along one dimension or dimension label.
 *
 * @param name the name of the dimension or label
 * @param type the type of its coordinates
 * @param domain the current domain, or else the domain; empty for labels and if unlimited
 * @param written the non-empty domain of the dimension; empty for labels and if nothing was written
 */
record AxisRangeParser(
    String name, Datatype type, Optional<Range> domain, Optional<Range> written) {
  private static final Pattern REAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern BITS = Pattern.compile("0[xX]([0-9a-fA-F]{8}|[0-9a-fA-F]{16})");
  private static final Pattern YEAR = Pattern.compile("[1-9]\\d{3}");
  private static final Pattern DURATION = Pattern.compile("[+-]?[pP].*");
  private static final BigInteger MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  /**
   * Returns the parser for a dimension or label, or an empty result if the name is unknown.
   *
   * @param nonEmptyDomain the non-empty domain of the array; empty if nothing was written
   */
  static Optional<AxisRangeParser> of(
      ArraySchema schema, Optional<NDRange> nonEmptyDomain, String name) {
    Optional<AxisRangeParser> dimension =
        schema.dimension(name).map(d -> of(schema, nonEmptyDomain, d));
    return dimension.isPresent()
        ? dimension
        : schema.labels().stream()
            .filter(label -> label.name().equals(name))
            .findFirst()
            .map(AxisRangeParser::of);
  }

  private static AxisRangeParser of(
      ArraySchema schema, Optional<NDRange> written, Dimension dimension) {
    int index = schema.dimensions().indexOf(dimension);
    Optional<Range> current = schema.currentDomain().map(box -> box.get(index));
    return new AxisRangeParser(
        dimension.name(),
        dimension.type(),
        current.isPresent() ? current : dimension.domain(),
        written.map(box -> box.get(index)));
  }

  private static AxisRangeParser of(DimensionLabel label) {
    return new AxisRangeParser(label.name(), label.type(), Optional.empty(), Optional.empty());
  }

  /** Returns a copy of this parser that accepts ranges beyond the domain. */
  AxisRangeParser unbounded() {
    return new AxisRangeParser(name, type, Optional.empty(), written);
  }

  /**
   * Parses the rest of an option value as {@code LO..HI}, {@code LO..HI..STEP} or a single value.
   *
   * @throws InvalidRequestException if the text is not a valid range
   */
  Range range(OptionScanner scanner) {
    OptionScanner.Word low = scanner.next("..");
    boolean two = scanner.accept("..");
    OptionScanner.Word high = two ? scanner.next("..") : low;
    OptionScanner.Word step = scanner.accept("..") ? scanner.next("") : null;
    scanner.end();
    if (!two && low.isAbsent()) {
      throw scanner.error("the value is missing; use .. for the whole dimension");
    }
    if (step != null && !type.isIntegerValued()) {
      throw scanner.error(
          type.isString()
              ? "steps require integers; put strings that contain .. in double quotes"
              : "steps require integers; the dimension is " + type);
    }
    if (written.isEmpty() && domain.isEmpty() && !type.isString()) {
      if (low.isAbsent() && high.isAbsent()) {
        throw scanner.error("specify at least one end of the range");
      }
      if (step == null && (low.isAbsent() || high.isAbsent())) {
        return new Range.Open(
            parsePoint(scanner, low.isAbsent() ? high : low, low.isAbsent()), high.isAbsent());
      }
    }
    if (type.isString()) {
      return text(scanner, low, high);
    }
    return type.isFloatingPoint()
        ? floatingPoint(scanner, low, high)
        : integer(scanner, low, high, step);
  }

  /**
   * Returns the end of a warning if a range contains no written coordinates because it is outside
   * the non-empty domain.
   */
  Optional<String> outside(Range range) {
    return written.isPresent() && isOutside(range, written.get())
        ? Optional.of(
            ": no cells were written there; "
                + QuotedText.ofName(name)
                + " ranges from "
                + RangeText.of(type, written.get()).replace("..", " to "))
        : Optional.empty();
  }

  /** Returns whether a range is completely outside the domain, in which case reads reject it. */
  boolean isBeyondDomain(Range range) {
    return domain.isPresent() && isOutside(range, domain.get());
  }

  private boolean isOutside(Range range, Range box) {
    if (range instanceof Range.Strings texts) {
      Range.Strings known = (Range.Strings) box;
      return Arrays.compareUnsigned(texts.high(), known.low()) < 0
          || Arrays.compareUnsigned(texts.low(), known.high()) > 0;
    }
    if (range instanceof Range.Doubles numbers) {
      Range.Doubles known = (Range.Doubles) box;
      return numbers.high() < known.low() || numbers.low() > known.high();
    }
    if (range instanceof Range.Open) {
      return false;
    }
    Range.Strided numbers = Range.Strided.of(range);
    Range.Longs known = (Range.Longs) box;
    long flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    return (numbers.high() ^ flip) < (known.low() ^ flip)
        || (numbers.low() ^ flip) > (known.high() ^ flip);
  }

  private Range parsePoint(OptionScanner scanner, OptionScanner.Word value, boolean last) {
    if (type.isFloatingPoint()) {
      double floatingPoint = floatingPoint(scanner, value.text());
      return Range.of(floatingPoint, floatingPoint);
    }
    long integer = end(scanner, value.text(), last);
    return Range.of(integer, integer);
  }

  private Range integer(
      OptionScanner scanner,
      OptionScanner.Word low,
      OptionScanner.Word high,
      OptionScanner.Word step) {
    Range.Longs open = (Range.Longs) (low.isAbsent() || high.isAbsent() ? bounds(scanner) : null);
    long from = low.isAbsent() ? open.low() : end(scanner, low.text(), false);
    long to = high.isAbsent() ? open.high() : end(scanner, high.text(), true);
    boolean unsigned = type == Datatype.UINT64;
    require(
        (unsigned ? Long.compareUnsigned(from, to) : Long.compare(from, to)) <= 0,
        scanner,
        low,
        high);
    return step == null ? Range.of(from, to) : Range.every(step(scanner, step), from, to);
  }

  private Range floatingPoint(
      OptionScanner scanner, OptionScanner.Word low, OptionScanner.Word high) {
    Range.Doubles open =
        (Range.Doubles) (low.isAbsent() || high.isAbsent() ? bounds(scanner) : null);
    double from = low.isAbsent() ? open.low() : floatingPoint(scanner, low.text());
    double to = high.isAbsent() ? open.high() : floatingPoint(scanner, high.text());
    require(from <= to, scanner, low, high);
    return Range.of(from, to);
  }

  private Range text(OptionScanner scanner, OptionScanner.Word low, OptionScanner.Word high) {
    byte[] from = low.bytes();
    byte[] to =
        !high.isAbsent() ? high.bytes() : written.map(r -> ((Range.Strings) r).high()).orElse(from);
    int order = Arrays.compareUnsigned(from, to);
    if (order > 0 && high.isAbsent()) {
      return Range.of(from, from);
    }
    require(order <= 0, scanner, low, high);
    return Range.of(from, to);
  }

  private void require(
      boolean inOrder, OptionScanner scanner, OptionScanner.Word low, OptionScanner.Word high) {
    if (!inOrder) {
      throw scanner.error(
          low.isAbsent() || high.isAbsent()
              ? "no cells were written there; specify both ends" + extent()
              : "the end of the range is before its start");
    }
  }

  /**
   * Returns the range whose ends replace omitted ends: the non-empty domain, or else the domain.
   */
  private Range bounds(OptionScanner scanner) {
    return written
        .or(() -> domain)
        .orElseThrow(() -> scanner.error("specify both ends of the range"));
  }

  /** Returns the valid coordinates as the end of an error message. */
  private String extent() {
    StringBuilder text = new StringBuilder();
    written.ifPresent(r -> text.append("; cells were written in ").append(RangeText.of(type, r)));
    domain.ifPresent(r -> text.append("; the domain is ").append(RangeText.of(type, r)));
    return text.toString();
  }

  private long step(OptionScanner scanner, OptionScanner.Word word) {
    String text = word.text();
    BigInteger step;
    if (DURATION.matcher(text).matches() && (type.isDatetime() || type.isTime())) {
      step = BigInteger.valueOf(units(scanner, text));
    } else {
      try {
        step = new BigInteger(text);
      } catch (NumberFormatException e) {
        throw scanner.error("the step \"" + text + "\" is not an integer");
      }
    }
    if (step.signum() <= 0 || step.bitLength() > 63) {
      throw scanner.error("the step " + text + " must be at least 1");
    }
    return step.longValue();
  }

  /**
   * Converts a duration to a number of units of the type. Years and months are not supported,
   * because their lengths vary.
   */
  private long units(OptionScanner scanner, String duration) {
    return switch (type) {
      case DATETIME_YEAR, DATETIME_MONTH ->
          throw scanner.error("the step must be a number of the dimension's unit, " + type);
      case DATETIME_WEEK -> integers(scanner, duration, 168);
      case DATETIME_DAY -> integers(scanner, duration, 24);
      default ->
          parsed(scanner, duration, Datatype.valueOf(type.name().replace("DATETIME_", "TIME_")));
    };
  }

  private static long parsed(OptionScanner scanner, String duration, Datatype unit) {
    try {
      return Durations.parse(duration, unit);
    } catch (InvalidRequestException e) {
      throw scanner.error(e.getMessage());
    }
  }

  private long integers(OptionScanner scanner, String duration, int hours) {
    long all = parsed(scanner, duration, Datatype.TIME_HR);
    if (all % hours != 0) {
      throw scanner.error("\"" + duration + "\" is finer than the unit of " + type);
    }
    return all / hours;
  }

  /** Parses a floating-point number, an infinity, or the bits of a number as hexadecimal digits. */
  double floatingPoint(OptionScanner scanner, String text) {
    boolean single = type == Datatype.FLOAT32;
    if (BITS.matcher(text).matches()) {
      boolean eight = text.length() == 10;
      if (eight != single) {
        throw scanner.error("the bits of " + type + " need " + (single ? 8 : 16) + " hex digits");
      }
      long bits = Long.parseUnsignedLong(text.substring(2), 16);
      return single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }
    switch (text) {
      case "Infinity", "+Infinity":
        return Double.POSITIVE_INFINITY;
      case "-Infinity":
        return Double.NEGATIVE_INFINITY;
      default:
        if (!REAL.matcher(text).matches()) {
          throw scanner.error(
              "\"" + text + "\" is not a number; expected one such as -1.5 or 2e10");
        }
        return single ? Float.parseFloat(text) : Double.parseDouble(text);
    }
  }

  /**
   * Parses one end of a range of integers. Unlike in {@link #integer}, a year, month or day stands
   * for its first or last moment that is within the domain.
   *
   * @param last whether to return the last moment
   */
  private long end(OptionScanner scanner, String text, boolean last) {
    if (!type.isDatetime() || !(YEAR.matcher(text).matches() || looksLikeDate(text))) {
      return integer(scanner, text);
    }
    try {
      long first = Datetimes.first(text, type);
      long end = Datetimes.last(text, type);
      if (domain.isPresent()) {
        Range.Longs bounds = (Range.Longs) domain.get();
        if (end >= bounds.low() && first <= bounds.high()) {
          first = Math.max(first, Math.min(end, bounds.low()));
          end = Math.min(end, bounds.high());
        }
      }
      return last ? end : first;
    } catch (InvalidRequestException e) {
      throw scanner.error(e.getMessage());
    }
  }

  /**
   * Parses an integer, or a date or duration if the type allows it. Unsigned 64-bit values keep
   * their bits.
   *
   * @throws InvalidRequestException if the text is not valid or out of range for the type
   */
  long integer(OptionScanner scanner, String text) {
    try {
      if (type.isDatetime() && looksLikeDate(text)) {
        return Datetimes.parse(text, type);
      }
      if (type.isTime() && DURATION.matcher(text).matches()) {
        return Durations.parse(text, type);
      }
    } catch (InvalidRequestException e) {
      throw scanner.error(e.getMessage());
    }
    BigInteger value;
    try {
      value = new BigInteger(text);
    } catch (NumberFormatException e) {
      throw scanner.error("\"" + text + "\" is not an integer" + otherForms());
    }
    int bits = 8 * type.size();
    boolean fits =
        type.isUnsigned()
            ? value.signum() >= 0 && value.bitLength() <= bits
            : value.bitLength() < bits;
    if (!fits) {
      throw scanner.error(
          text
              + " is out of range for "
              + type
              + domain.map(r -> "; the domain is " + RangeText.of(type, r)).orElse(""));
    }
    return value.and(MASK).longValue();
  }

  private String otherForms() {
    return type.isDatetime()
        ? " or a date such as 2024-05-31 or 2024-05-31T12:30Z"
        : type.isTime() ? " or a duration such as PT5M or PT0.25S" : "; write a range as LO..HI";
  }

  /** Returns whether a text contains a hyphen after its first character, as dates do, or is NaT. */
  static boolean looksLikeDate(String text) {
    return text.equals("NaT") || text.indexOf('-', 1) > 0;
  }
}
