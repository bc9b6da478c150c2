package io.azulejo.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The numbers of a dimension, brought to the form that its type wants. */
final class DimensionNumbers {
  private DimensionNumbers() {}

  /**
   * The dimension with numbers of its type: integers as 64 bits, floating-point ones rounded to the
   * type. What cannot be brought to it stays as it is, to be refused later.
   */
  static Dimension fitted(Dimension dimension) {
    Datatype type = dimension.type();
    return dimension.with(
        dimension.domain().map(domain -> fitted(type, domain)),
        dimension.extent().map(extent -> fitted(type, extent)));
  }

  /** As {@link #fitted(Dimension)}, of one range. */
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

  /** As {@link #fitted(Dimension)}, of a box. */
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

  /** The dimension with its whole domain as a tile, where it has a domain and no extent. */
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

  /** How many values a range has, as 64 bits without a sign; 0 for all 2^64. */
  static long length(Range.Longs range) {
    return range.high() - range.low() + 1;
  }

  /** The value that the low bytes of some bits are in a type of integers. */
  static long narrow(Datatype type, long bits) {
    return switch (type.size()) {
      case 1 -> type.isUnsigned() ? bits & 0xff : (byte) bits;
      case 2 -> type.isUnsigned() ? bits & 0xffff : (short) bits;
      case 4 -> type.isUnsigned() ? bits & 0xffff_ffffL : (int) bits;
      default -> bits;
    };
  }

  /** A number as text, without the sign that 64 bits give those of UINT64. */
  static String text(Datatype type, long value) {
    return type.isUnsigned() ? Long.toUnsignedString(value) : Long.toString(value);
  }
}
