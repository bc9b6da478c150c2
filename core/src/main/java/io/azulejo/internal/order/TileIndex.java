package io.azulejo.internal.order;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;

/** In which tile along a dimension a number of its domain lies. */
final class TileIndex {
  private final Datatype type;
  private final double realLow;
  private final double realExtent;
  private final long low;
  private final long length;
  private final int shift;

  /** Of a dimension of numbers that has an extent. */
  TileIndex(Dimension dimension) {
    type = dimension.type();
    Range domain = dimension.domain().orElseThrow();
    if (domain instanceof Range.Real real) {
      realLow = real.low();
      realExtent = dimension.extent().orElseThrow().doubleValue();
      low = 0;
      length = 0;
    } else {
      realLow = 0;
      realExtent = 0;
      low = ((Range.Whole) domain).low();
      length = dimension.tileLength();
    }
    shift = Long.bitCount(length) == 1 ? Long.numberOfTrailingZeros(length) : -1;
  }

  /** The index of the tile that the number of a key is in, unsigned. */
  long of(long key) {
    if (type.isReal()) {
      return ofReal(CoordinateKeys.toReal(type, key));
    }
    long distance = CoordinateKeys.toWhole(type, key) - low;
    if (shift >= 0) {
      return distance >>> shift;
    }
    return (distance | length) >= 0 ? distance / length : Long.divideUnsigned(distance, length);
  }

  private long ofReal(double value) {
    double index =
        type == Datatype.FLOAT32
            ? Math.floor(((float) value - (float) realLow) / (float) realExtent)
            : Math.floor((value - realLow) / realExtent);
    return Double.isFinite(index) ? (long) index : 0;
  }
}
