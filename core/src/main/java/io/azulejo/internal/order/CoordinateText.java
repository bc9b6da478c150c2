package io.azulejo.internal.order;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Durations;
import io.azulejo.schema.Range;
import java.nio.charset.StandardCharsets;

/** Formats coordinates for messages, and parses text coordinates in requests. */
public final class CoordinateText {
  private CoordinateText() {}

  /** Formats a range as {@code low..high}, or {@code low..high..step} if it has a step. */
  public static String of(Datatype type, Range range) {
    if (range instanceof Range.Longs integers) {
      return ofInteger(type, integers.low()) + ".." + ofInteger(type, integers.high());
    }
    if (range instanceof Range.Doubles numbers) {
      return numbers.low() + ".." + numbers.high();
    }
    if (range instanceof Range.Strided strided) {
      return of(type, Range.of(strided.low(), strided.high())) + ".." + strided.step();
    }
    if (range instanceof Range.Strings text) {
      return "\"%s\"..\"%s\"".formatted(utf8(text.low()), utf8(text.high()));
    }
    return range.toString();
  }

  /**
   * Converts a range of ISO 8601 texts to a range of integers if the type is a datetime or a time.
   * Returns any other range unchanged.
   *
   * @throws io.azulejo.error.InvalidRequestException if a bound cannot be parsed as a value of the
   *     type
   */
  public static Range parsed(Datatype type, Range range) {
    if (!type.isDatetime() && !type.isTime()) {
      return range;
    }
    if (range instanceof Range.Open open) {
      return new Range.Open(parsed(type, open.bound()), open.upwards());
    }
    return range instanceof Range.Strings texts
        ? Range.of(time(type, utf8(texts.low())), time(type, utf8(texts.high())))
        : range;
  }

  private static long time(Datatype type, String text) {
    return type.isDatetime() ? Datetimes.parse(text, type) : Durations.parse(text, type);
  }

  private static String utf8(byte[] text) {
    return new String(text, StandardCharsets.UTF_8);
  }

  /** Formats an integer coordinate, as an ISO 8601 text if the type is a datetime. */
  public static String ofInteger(Datatype type, long value) {
    if (type.isDatetime()) {
      return Datetimes.format(type, value);
    }
    return type == Datatype.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
  }

  /** Formats the numeric coordinate that has this key. */
  public static String ofKey(Datatype type, long key) {
    if (type == Datatype.FLOAT32) {
      return Float.toString((float) CoordinateKeys.toFloatingPoint(type, key));
    }
    return type == Datatype.FLOAT64
        ? Double.toString(CoordinateKeys.toFloatingPoint(type, key))
        : ofInteger(type, CoordinateKeys.toInteger(type, key));
  }

  /** Formats a string coordinate in double quotes. */
  public static String ofText(CellColumn texts, int row) {
    int start = texts.offsets()[row];
    int end = texts.offsets()[row + 1];
    return "\"" + new String(texts.data(), start, end - start, StandardCharsets.UTF_8) + "\"";
  }
}
