package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * Encodes and decodes {@link Boxes}: for each box and dimension, the lower and the upper bound.
 * String bounds are preceded by their total length and the length of the lower bound, in bytes.
 */
final class BoxesFormat {
  private BoxesFormat() {}

  /** Transfers the number of boxes, then the boxes. */
  static Boxes transfer(Wire wire, List<Dimension> dimensions, Boxes boxes) {
    long count = wire.count64("count", boxes, Boxes::count);
    return transfer(wire, dimensions, count, boxes);
  }

  /** Transfers the given number of boxes. */
  static Boxes transfer(Wire wire, List<Dimension> dimensions, long count, Boxes boxes) {
    int minSize = 0;
    for (Dimension dimension : dimensions) {
      minSize += 2 * (dimension.isVar() ? Long.BYTES : dimension.type().size());
    }
    wire.check(
        !wire.reading() || (minSize > 0 && count <= wire.remaining() / minSize),
        "count",
        "%d boxes of at least %d bytes, but %d bytes are left",
        count,
        minSize,
        wire.remaining());
    Boxes target = boxes == null ? empty(dimensions, (int) count) : boxes;
    for (int i = 0; i < target.count(); i++) {
      int index = i;
      wire.element("box", i, (w, b) -> box(w, dimensions, target, index), target, b -> b);
    }
    return target;
  }

  private static Boxes box(Wire wire, List<Dimension> dimensions, Boxes target, int index) {
    for (int d = 0; d < dimensions.size(); d++) {
      Dimension dimension = dimensions.get(d);
      int position = d;
      wire.element(
          "dimension", d, (w, b) -> bounds(w, dimension, position, target, index), target, b -> b);
    }
    return target;
  }

  private static Boxes bounds(
      Wire wire, Dimension dimension, int position, Boxes target, int index) {
    Datatype type = dimension.type();
    if (dimension.isVar()) {
      transferText(wire, target.textLows(position), target.textHighs(position), index);
    } else if (type.isFloatingPoint()) {
      transferDouble(wire, "low", type, target.doubleLows(position), index);
      transferDouble(wire, "high", type, target.doubleHighs(position), index);
    } else {
      transferLong(wire, "low", type, target.longLows(position), index);
      transferLong(wire, "high", type, target.longHighs(position), index);
    }
    return target;
  }

  /** Returns an empty list of boxes. */
  static Boxes none(List<Dimension> dimensions) {
    return empty(dimensions, 0);
  }

  private static Boxes empty(List<Dimension> dimensions, int count) {
    Object[] lows = new Object[dimensions.size()];
    Object[] highs = new Object[dimensions.size()];
    for (int d = 0; d < lows.length; d++) {
      lows[d] = column(dimensions.get(d), count);
      highs[d] = column(dimensions.get(d), count);
    }
    return new Boxes(count, lows, highs);
  }

  private static Object column(Dimension dimension, int count) {
    if (dimension.isVar()) {
      return new Slice[count];
    }
    return dimension.type().isFloatingPoint() ? new double[count] : new long[count];
  }

  private static void transferLong(
      Wire wire, String field, Datatype type, long[] column, int index) {
    column[index] = RangeFormat.integer(wire, field, type, column, c -> c[index]);
  }

  private static void transferDouble(
      Wire wire, String field, Datatype type, double[] column, int index) {
    column[index] = RangeFormat.floatingPoint(wire, field, type, column, c -> c[index]);
  }

  private static void transferText(Wire wire, Slice[] lows, Slice[] highs, int index) {
    long both = wire.count64("length", lows, l -> l[index].length() + highs[index].length());
    long low = wire.count64("low_length", lows, l -> l[index].length());
    wire.check(low <= both, "low_length", "%d bytes, but both bounds together have %d", low, both);
    lows[index] = wire.bytes("low", low, lows, l -> l[index]);
    highs[index] = wire.bytes("high", both - low, highs, h -> h[index]);
  }
}
