package io.azulejo.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts the numbers of a dimension to its type. */
final class DimensionNumbers {
  private DimensionNumbers() {}

  /**
   * Returns the dimension with its domain and extent converted to its type: 64-bit integers, or
   * floating-point numbers rounded to the type. Unsuitable numbers stay unchanged for a later check
   * to refuse.
   */
  static Dimension fitted(Dimension dimension) {
    Datatype type = dimension.type();
    return dimension.with(
        dimension.domain().map(domain -> fitted(type, domain)),
        dimension.extent().map(extent -> fitted(type, extent)));
  }

  /** Converts a range as {@link #fitted(Dimension)} does. */
  static Range fitted(Datatype type, Range range) {
    if (!type.isFloatingPoint()) {
      return range;
    }
    if (range instanceof Range.Longs longs) {
      return Range.of(rounded(type, (double) longs.low()), rounded(type, (double) longs.high()));
    }
    return range instanceof Range.Doubles doubles
        ? Range.of(rounded(type, doubles.low()), rounded(type, doubles.high()))
        : range;
  }

  /** Converts a box as {@link #fitted(Dimension)} does. */
  static NDRange fitted(List<Dimension> dimensions, NDRange box) {
    if (box.size() != dimensions.size()) {
      return box;
    }
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < box.size(); i++) {
      ranges.add(fitted(dimensions.get(i).type(), box.get(i)));
    }
    return new NDRange(ranges);
  }

  private static Number fitted(Datatype type, Number extent) {
    if (type.isFloatingPoint()) {
      return rounded(type, extent.doubleValue());
    }
    boolean whole = extent instanceof Integer || extent instanceof Short || extent instanceof Byte;
    return whole ? (Number) extent.longValue() : extent;
  }

  private static double rounded(Datatype type, double value) {
    return type == Datatype.FLOAT32 ? (float) value : value;
  }

  /** Returns the dimension with its whole domain as one tile if it has a domain and no extent. */
  static Dimension withExtent(Dimension dimension) {
    if (dimension.extent().isPresent() || dimension.domain().isEmpty()) {
      return dimension;
    }
    Range domain = dimension.domain().get();
    Number whole =
        domain instanceof Range.Doubles doubles
            ? (Number) rounded(dimension.type(), doubles.high() - doubles.low())
            : narrow(dimension.type(), length((Range.Longs) domain));
    return dimension.with(dimension.domain(), Optional.of(whole));
  }

  /** Returns the number of values in a range as an unsigned 64-bit number; 0 for all 2^64. */
  static long length(Range.Longs range) {
    return range.high() - range.low() + 1;
  }

  /** Truncates bits to an integer type and extends the result to 64 bits. */
  static long narrow(Datatype type, long bits) {
    return switch (type.size()) {
      case 1 -> type.isUnsigned() ? bits & 0xff : (byte) bits;
      case 2 -> type.isUnsigned() ? bits & 0xffff : (short) bits;
      case 4 -> type.isUnsigned() ? bits & 0xffff_ffffL : (int) bits;
      default -> bits;
    };
  }

  /** Returns a number as text; UINT64 values as unsigned. */
  static String text(Datatype type, long value) {
    return type.isUnsigned() ? Long.toUnsignedString(value) : Long.toString(value);
  }
}
