package io.azulejo.cli;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Ranges as they stand on the command line: {@code DIM=LO..HI}, both ends included; {@code DIM=V}
 * for one value; an end that is left out is that of the non-empty domain. And ranges as texts of
 * that form.
 */
final class Ranges {
  private static final String OPTION = "--range";
  private static final Pattern REAL =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern BITS = Pattern.compile("0[xX]([0-9a-fA-F]{8}|[0-9a-fA-F]{16})");
  private static final BigInteger MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private final ArraySchema schema;
  private final Optional<NDRange> nonEmptyDomain;

  /**
   * Ranges of an array.
   *
   * @param nonEmptyDomain what open ends stand for
   */
  Ranges(ArraySchema schema, Optional<NDRange> nonEmptyDomain) {
    this.schema = schema;
    this.nonEmptyDomain = nonEmptyDomain;
  }

  /** The part of the array that the ranges name together. */
  Subarray subarray(List<String> texts) {
    Subarray.Builder builder = Subarray.builder();
    for (String text : texts) {
      Words words = Words.of(text, OPTION);
      Dimension dimension = dimension(words);
      builder.range(dimension.name(), range(words, dimension));
    }
    return builder.build();
  }

  private Dimension dimension(Words words) {
    String name = words.next("=").text();
    if (!words.accept("=")) {
      throw words.error("write DIM=LO..HI, such as " + example());
    }
    return schema
        .dimension(name)
        .orElseThrow(
            () ->
                words.error(
                    "there is no dimension "
                        + Words.quoted(name)
                        + "; there are "
                        + String.join(", ", names())));
  }

  private List<String> names() {
    return schema.dimensions().stream().map(d -> Words.quoted(d.name())).toList();
  }

  private String example() {
    Dimension first = schema.dimensions().get(0);
    return Words.quoted(first.name())
        + "="
        + bounds(first).map(r -> describe(first.type(), r)).orElse("a..b");
  }

  private Range range(Words words, Dimension dimension) {
    Words.Word low = words.next("..");
    boolean two = words.accept("..");
    Words.Word high = two ? words.next("") : low;
    words.end();
    if (!two && low.isAbsent()) {
      throw words.error("a value is missing; write .. for all of the dimension");
    }
    if (dimension.isVar() || dimension.type().isString()) {
      return text(words, dimension, low, high);
    }
    Optional<Range> open = bounds(dimension);
    if (dimension.type().isReal()) {
      double from = low.isAbsent() ? real(open, words).low() : real(words, dimension, low.text());
      double to = high.isAbsent() ? real(open, words).high() : real(words, dimension, high.text());
      require(from <= to, words, low, high);
      return Range.of(from, to);
    }
    long from = low.isAbsent() ? whole(open, words).low() : whole(words, dimension, low.text());
    long to = high.isAbsent() ? whole(open, words).high() : whole(words, dimension, high.text());
    boolean unsigned = dimension.type() == Datatype.UINT64;
    require(
        (unsigned ? Long.compareUnsigned(from, to) : Long.compare(from, to)) <= 0,
        words,
        low,
        high);
    return Range.of(from, to);
  }

  private Range text(Words words, Dimension dimension, Words.Word low, Words.Word high) {
    byte[] from = low.bytes();
    byte[] to =
        !high.isAbsent()
            ? high.bytes()
            : written(dimension).map(r -> ((Range.Text) r).high()).orElse(from);
    int order = Arrays.compareUnsigned(from, to);
    if (order > 0 && high.isAbsent()) {
      return Range.of(from, from);
    }
    require(order <= 0, words, low, high);
    return Range.of(from, to);
  }

  private static void require(boolean inOrder, Words words, Words.Word low, Words.Word high) {
    if (!inOrder) {
      throw words.error(
          low.isAbsent() || high.isAbsent()
              ? "nothing is written there; say both ends"
              : "the range ends before it begins");
    }
  }

  /** What open ends stand for: the non-empty domain, or else the whole domain. */
  private Optional<Range> bounds(Dimension dimension) {
    Optional<Range> written = written(dimension);
    return written.isPresent() ? written : dimension.domain();
  }

  private Optional<Range> written(Dimension dimension) {
    return nonEmptyDomain.map(box -> box.get(schema.dimensions().indexOf(dimension)));
  }

  private static Range.Whole whole(Optional<Range> open, Words words) {
    return open.filter(Range.Whole.class::isInstance)
        .map(Range.Whole.class::cast)
        .orElseThrow(() -> words.error("say both ends of the range"));
  }

  private static Range.Real real(Optional<Range> open, Words words) {
    return open.filter(Range.Real.class::isInstance)
        .map(Range.Real.class::cast)
        .orElseThrow(() -> words.error("say both ends of the range"));
  }

  private static double real(Words words, Dimension dimension, String text) {
    boolean single = dimension.type() == Datatype.FLOAT32;
    if (BITS.matcher(text).matches()) {
      boolean eight = text.length() == 10;
      if (eight != single) {
        throw words.error("bits of " + dimension.type() + " are " + (single ? 8 : 16) + " digits");
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
          throw words.error("\"" + text + "\" is no number such as -1.5 or 2e10");
        }
        return single ? Float.parseFloat(text) : Double.parseDouble(text);
    }
  }

  private static long whole(Words words, Dimension dimension, String text) {
    Datatype type = dimension.type();
    if (type.isDatetime() && looksLikeDate(text)) {
      try {
        return Datetimes.parse(text, type);
      } catch (IllegalArgumentException e) {
        throw words.error(e.getMessage());
      }
    }
    BigInteger value;
    try {
      value = new BigInteger(text);
    } catch (NumberFormatException e) {
      throw words.error(
          "\""
              + text
              + "\" is no whole number"
              + (type.isDatetime() ? " nor a date such as 2024-05-31 or 2024-05-31T12:30Z" : ""));
    }
    int bits = 8 * type.size();
    boolean fits =
        type.isUnsigned()
            ? value.signum() >= 0 && value.bitLength() <= bits
            : value.bitLength() < bits;
    if (!fits) {
      throw words.error(text + " does not fit into " + type);
    }
    return value.and(MASK).longValue();
  }

  /** Digits with a hyphen among them, or the text of no time. */
  private static boolean looksLikeDate(String text) {
    return text.equals("NaT") || text.indexOf('-', 1) > 0;
  }

  /** A range of coordinates of a type, in the form that {@code --range} takes. */
  static String describe(Datatype type, Range range) {
    if (range instanceof Range.Text text) {
      return Words.quotedText(text.low()) + ".." + Words.quotedText(text.high());
    }
    if (range instanceof Range.Real real) {
      return describe(type, (Number) real.low()) + ".." + describe(type, (Number) real.high());
    }
    Range.Whole whole = (Range.Whole) range;
    return describe(type, (Number) whole.low()) + ".." + describe(type, (Number) whole.high());
  }

  /** The lower end of a range of coordinates of a type. */
  static String describeLow(Datatype type, Range range) {
    return range instanceof Range.Text text
        ? Words.quotedText(text.low())
        : range instanceof Range.Real real
            ? describe(type, (Number) real.low())
            : describe(type, (Number) ((Range.Whole) range).low());
  }

  /** A number of a type: a {@link Long} for whole types, a {@link Double} for real ones. */
  static String describe(Datatype type, Number number) {
    TextBuffer out = new TextBuffer(32);
    switch (type) {
      case FLOAT32 -> Reals.appendFloat(out, Float.floatToRawIntBits(number.floatValue()));
      case FLOAT64 -> Reals.appendDouble(out, Double.doubleToRawLongBits(number.doubleValue()));
      case UINT64 -> out.appendUnsigned(number.longValue());
      default -> {
        if (type.isDatetime()) {
          out.appendDatetime(type, number.longValue());
        } else {
          out.appendDecimal(number.longValue());
        }
      }
    }
    return out.toString();
  }

  /** The box of an array, in the form that {@code --range} takes, one text for each dimension. */
  static List<String> describe(ArraySchema schema, NDRange box) {
    List<Dimension> dimensions = schema.dimensions();
    return IntStream.range(0, box.size())
        .mapToObj(
            i ->
                Words.quoted(dimensions.get(i).name())
                    + "="
                    + describe(dimensions.get(i).type(), box.get(i)))
        .toList();
  }

  /**
   * A time on the command line: milliseconds since 1970, or a date or time in ISO 8601.
   *
   * @param option the option that it was given for
   */
  static long time(String text, String option) {
    if (!looksLikeDate(text)) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw new InvalidRequestException(
            option
                + " "
                + text
                + ": neither milliseconds since 1970 nor a date or time such as"
                + " 2024-05-31T12:30Z");
      }
    }
    long time;
    try {
      time = Datetimes.parse(text, Datatype.DATETIME_MS);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(option + " " + text + ": " + e.getMessage());
    }
    if (time < 0) {
      throw new InvalidRequestException(option + " " + text + ": times begin with 1970");
    }
    return time;
  }
}
