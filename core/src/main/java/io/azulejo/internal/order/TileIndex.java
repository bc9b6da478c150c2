package io.azulejo.internal.order;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;

/** Computes the index of the tile that contains a coordinate, along one dimension. Immutable. */
public final class TileIndex {
  private final Datatype type;
  private final double floatingPointLow;
  private final double floatingPointExtent;
  private final long low;
  private final long length;
  private final int shift;

  /** Creates the index for a dimension, which must be numeric and have an extent. */
  public TileIndex(Dimension dimension) {
    type = dimension.type();
    Range domain = dimension.domain().orElseThrow();
    if (domain instanceof Range.Doubles range) {
      floatingPointLow = range.low();
      floatingPointExtent = dimension.extent().orElseThrow().doubleValue();
      low = 0;
      length = 0;
    } else {
      floatingPointLow = 0;
      floatingPointExtent = 0;
      low = ((Range.Longs) domain).low();
      length = dimension.tileLength();
    }
    shift = Long.bitCount(length) == 1 ? Long.numberOfTrailingZeros(length) : -1;
  }

  /**
   * Returns the index of the tile that contains a coordinate, as an unsigned number.
   *
   * @param key the {@link CoordinateKeys} key of the coordinate
   */
  public long of(long key) {
    if (type.isFloatingPoint()) {
      return ofFloatingPoint(CoordinateKeys.toFloatingPoint(type, key));
    }
    long distance = CoordinateKeys.toInteger(type, key) - low;
    if (shift >= 0) {
      return distance >>> shift;
    }
    return (distance | length) >= 0 ? distance / length : Long.divideUnsigned(distance, length);
  }

  private long ofFloatingPoint(double value) {
    double index =
        type == Datatype.FLOAT32
            ? Math.floor(((float) value - (float) floatingPointLow) / (float) floatingPointExtent)
            : Math.floor((value - floatingPointLow) / floatingPointExtent);
    return Double.isFinite(index) ? (long) index : 0;
  }
}
