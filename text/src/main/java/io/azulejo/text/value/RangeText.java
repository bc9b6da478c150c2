package io.azulejo.text.value;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Formats coordinates and ranges in the format of {@code --range}: {@code 1..4}, {@code
 * 2024-01-01..2024-02-01}, {@code "a".."b"}.
 */
public final class RangeText {
  private RangeText() {}

  /**
   * Returns the text of a range.
   *
   * @param type type of the coordinates
   */
  public static String of(Datatype type, Range range) {
    if (range instanceof Range.Strings text) {
      return QuotedText.ofBytes(text.low()) + ".." + QuotedText.ofBytes(text.high());
    }
    if (range instanceof Range.Doubles doubles) {
      return ofNumber(type, doubles.low()) + ".." + ofNumber(type, doubles.high());
    }
    if (range instanceof Range.Strided every) {
      return of(type, Range.of(every.low(), every.high())) + ".." + every.step();
    }
    Range.Longs longs = (Range.Longs) range;
    return ofNumber(type, longs.low()) + ".." + ofNumber(type, longs.high());
  }

  /**
   * Returns the text of the lower bound of a range.
   *
   * @param type type of the coordinates
   */
  public static String low(Datatype type, Range range) {
    return range instanceof Range.Strings text
        ? QuotedText.ofBytes(text.low())
        : range instanceof Range.Doubles doubles
            ? ofNumber(type, doubles.low())
            : ofNumber(type, ((Range.Longs) range).low());
  }

  /**
   * Returns the text of a number.
   *
   * @param type type of the number
   * @param number a {@link Long} for integer types, a {@link Double} for floating-point types
   */
  public static String ofNumber(Datatype type, Number number) {
    TextBuffer out = new TextBuffer(32);
    switch (type) {
      case FLOAT32 ->
          FloatingPointText.appendFloat(out, Float.floatToRawIntBits(number.floatValue()));
      case FLOAT64 ->
          FloatingPointText.appendDouble(out, Double.doubleToRawLongBits(number.doubleValue()));
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

  /**
   * Returns a box as one text per dimension in the format of {@code --range}, such as {@code
   * rows=1..4}.
   */
  public static List<String> of(ArraySchema schema, NDRange box) {
    List<Dimension> dimensions = schema.dimensions();
    return IntStream.range(0, box.size())
        .mapToObj(
            i ->
                QuotedText.ofName(dimensions.get(i).name())
                    + "="
                    + of(dimensions.get(i).type(), box.get(i)))
        .toList();
  }
}
