package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Encodes and decodes a {@link Range} of a dimension: the lower and the upper bound. String bounds
 * are preceded by their total length and the length of the lower bound, in bytes. This class does
 * not check the order of the bounds; callers check it if it matters.
 */
final class RangeFormat {
  private RangeFormat() {}

  static Range transfer(Wire wire, Dimension dimension, Range range) {
    if (dimension.isVar()) {
      return text(wire, (Range.Strings) range);
    }
    return fixed(wire, dimension.type(), range);
  }

  /** Transfers a range of integers or floating-point numbers. */
  static Range fixed(Wire wire, Datatype type, Range range) {
    if (type.isFloatingPoint()) {
      Range.Doubles doubles = (Range.Doubles) range;
      double low = floatingPoint(wire, "low", type, doubles, Range.Doubles::low);
      return new Range.Doubles(
          low, floatingPoint(wire, "high", type, doubles, Range.Doubles::high));
    }
    Range.Longs longs = (Range.Longs) range;
    long low = integer(wire, "low", type, longs, Range.Longs::low);
    return new Range.Longs(low, integer(wire, "high", type, longs, Range.Longs::high));
  }

  /**
   * Transfers an integer in the size and signedness of the type. When writing, the value must be in
   * the range of the type.
   */
  static <S> long integer(
      Wire wire, String field, Datatype type, S source, ToLongFunction<S> value) {
    if (!wire.reading()) {
      long wanted = value.applyAsLong(source);
      wire.check(narrow(type, wanted) == wanted, field, "%d is not a value of %s", wanted, type);
    }
    long bits =
        switch (type.size()) {
          case 1 -> wire.u8(field, source, s -> (int) value.applyAsLong(s) & 0xff);
          case 2 -> wire.u16(field, source, s -> (int) value.applyAsLong(s) & 0xffff);
          case 4 -> wire.i32(field, source, s -> (int) value.applyAsLong(s));
          default -> wire.i64(field, source, value);
        };
    return narrow(type, bits);
  }

  /**
   * Transfers a floating-point number in the size of the type. When writing, the type must be able
   * to represent the value exactly.
   */
  static <S> double floatingPoint(
      Wire wire, String field, Datatype type, S source, ToDoubleFunction<S> value) {
    if (type.size() == Double.BYTES) {
      return wire.f64(field, source, value);
    }
    return wire.f32(
        field,
        source,
        s -> {
          double wanted = value.applyAsDouble(s);
          wire.check(
              Double.isNaN(wanted) || (float) wanted == wanted,
              field,
              "%s is not a value of %s",
              wanted,
              type);
          return (float) wanted;
        });
  }

  private static Range text(Wire wire, Range.Strings range) {
    Slice low = range == null ? null : Slice.of(range.low());
    Slice high = range == null ? null : Slice.of(range.high());
    long length = wire.count64("length", range, r -> (long) low.length() + high.length());
    long lowLength = wire.count64("low_length", low, Slice::length);
    wire.check(
        lowLength <= length,
        "low_length",
        "%d bytes, but both bounds together have %d",
        lowLength,
        length);
    Slice lowRead = wire.bytes("low", lowLength, low, s -> s);
    Slice highRead = wire.bytes("high", length - lowLength, high, s -> s);
    return Range.of(lowRead.toBytes(), highRead.toBytes());
  }

  /** Interprets the low bytes of a number as a value of an integer type. */
  private static long narrow(Datatype type, long bits) {
    return switch (type.size()) {
      case 1 -> type.isUnsigned() ? bits & 0xff : (byte) bits;
      case 2 -> type.isUnsigned() ? bits & 0xffff : (short) bits;
      case 4 -> type.isUnsigned() ? bits & 0xffff_ffffL : (int) bits;
      default -> bits;
    };
  }
}
