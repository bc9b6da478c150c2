package io.azulejo.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts the domain, the extent and other numbers of a dimension to the dimension's type. */
final class DimensionNumbers {
  private DimensionNumbers() {}

  /**
   * Returns the dimension with its domain and extent converted to its type. Numbers become 64-bit
   * integers, or floating-point numbers rounded to the type. Unsuitable numbers stay unchanged,
   * because later validation rejects them.
   */
  static Dimension fitted(Dimension dimension) {
    Datatype type = dimension.type();
    return dimension.with(
        dimension.domain().map(domain -> fitted(type, domain)),
        dimension.extent().map(extent -> fitted(type, extent)));
  }

  /** Converts the bounds of a range to a dimension's type. Unsuitable ranges stay unchanged. */
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

  /**
   * Converts each range of a box to its dimension's type. A box of the wrong size stays unchanged.
   */
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

  /**
   * Returns the dimension with a missing extent filled in, so that the whole domain is one tile.
   * Dimensions without a domain stay unchanged.
   */
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

  /** Returns the number of values in a range as an unsigned number; 0 stands for 2<sup>64</sup>. */
  static long length(Range.Longs range) {
    return range.high() - range.low() + 1;
  }

  /** Truncates a number to an integer type and extends the result to 64 bits. */
  static long narrow(Datatype type, long bits) {
    return switch (type.size()) {
      case 1 -> type.isUnsigned() ? bits & 0xff : (byte) bits;
      case 2 -> type.isUnsigned() ? bits & 0xffff : (short) bits;
      case 4 -> type.isUnsigned() ? bits & 0xffff_ffffL : (int) bits;
      default -> bits;
    };
  }

  /** Formats a number of a dimension. Values of unsigned types are formatted as unsigned. */
  static String text(Datatype type, long value) {
    return type.isUnsigned() ? Long.toUnsignedString(value) : Long.toString(value);
  }
}
