package io.azulejo.cli;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Ranges as they stand on the command line: {@code DIM=LO..HI}, both ends included; {@code DIM=V}
 * for one value; {@code DIM=LO..HI..STEP} for every so many-th one; an end that is left out is that
 * of the non-empty domain. And ranges as texts of that form.
 */
final class Ranges {
  private static final String OPTION = "--range";

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
      RangeAxis axis = axis(words);
      builder.range(axis.name(), axis.range(words));
    }
    return builder.build();
  }

  private RangeAxis axis(Words words) {
    String name = words.next("=").text();
    if (!words.accept("=")) {
      throw words.error("write DIM=LO..HI, such as " + example());
    }
    return RangeAxis.of(schema, nonEmptyDomain, name)
        .orElseThrow(
            () ->
                words.error(
                    "there is no dimension "
                        + Words.quoted(name)
                        + "; there are "
                        + String.join(", ", names())));
  }

  private List<String> names() {
    return Stream.concat(
            schema.dimensions().stream().map(Dimension::name),
            schema.labels().stream().map(DimensionLabel::name))
        .map(Words::quoted)
        .toList();
  }

  private String example() {
    Dimension first = schema.dimensions().get(0);
    return Words.quoted(first.name())
        + "="
        + nonEmptyDomain
            .map(box -> box.get(0))
            .or(first::domain)
            .map(r -> describe(first.type(), r))
            .orElse("a..b");
  }

  /** A range of coordinates of a type, in the form that {@code --range} takes. */
  static String describe(Datatype type, Range range) {
    if (range instanceof Range.Text text) {
      return Words.quotedText(text.low()) + ".." + Words.quotedText(text.high());
    }
    if (range instanceof Range.Real real) {
      return describe(type, (Number) real.low()) + ".." + describe(type, (Number) real.high());
    }
    if (range instanceof Range.Strided every) {
      return describe(type, Range.of(every.low(), every.high())) + ".." + every.step();
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
    if (!RangeAxis.looksLikeDate(text)) {
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
