package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/**
 * A bounding box in the R-tree of a fragment.
 *
 * @param boxes the boxes of one level of the tree
 * @param index the index of the box in its level
 */
public record TreeBox(SparseFragment fragment, Boxes boxes, int index) {

  /** Returns the box of a tile. */
  public static TreeBox of(SparseTile tile) {
    return of(tile.owner(), tile.number());
  }

  /** Returns the box of a tile. */
  public static TreeBox of(SparseFragment fragment, int tile) {
    return new TreeBox(fragment, fragment.fragment().rtree().leaves(), tile);
  }

  /** Returns the minimum key in a numeric dimension. */
  public long low(int d) {
    Datatype type = fragment.type(d);
    if (!type.isFloatingPoint()) {
      return CoordinateKeys.ofInteger(type, boxes.longLows(d)[index]);
    }
    double low = boxes.doubleLows(d)[index];
    return fragment.place(type, CoordinateKeys.ofFloatingPoint(type, low == 0 ? -0.0 : low));
  }

  /** Returns the maximum key in a numeric dimension. */
  public long high(int d) {
    Datatype type = fragment.type(d);
    if (!type.isFloatingPoint()) {
      return CoordinateKeys.ofInteger(type, boxes.longHighs(d)[index]);
    }
    double high = boxes.doubleHighs(d)[index];
    return fragment.place(type, CoordinateKeys.ofFloatingPoint(type, high == 0 ? 0.0 : high));
  }

  /** Returns the minimum string in a string dimension. */
  public Slice lowText(int d) {
    return boxes.textLows(d)[index];
  }

  /** Returns the maximum string in a string dimension, or null if it is unknown. */
  public Slice highText(int d) {
    return fragment.fragment().version().hasExactStringBounds() ? boxes.textHighs(d)[index] : null;
  }

  /** Returns how much of the box is within the ranges of a dimension. */
  Coverage coverage(DimensionRanges ranges, int d) {
    return fragment.isText(d)
        ? ranges.coverage(lowText(d), highText(d))
        : ranges.coverage(low(d), high(d));
  }

  /** Returns whether the box may overlap another one. */
  boolean overlaps(TreeBox other) {
    boolean apart = false;
    for (int d = 0; d < fragment.dimensions() && !apart; d++) {
      apart =
          fragment.isText(d)
              ? endsBefore(highText(d), other.lowText(d))
                  || endsBefore(other.highText(d), lowText(d))
              : high(d) < other.low(d) || other.high(d) < low(d);
    }
    return !apart;
  }

  private static boolean endsBefore(Slice high, Slice low) {
    return high != null && high.compareTo(low) < 0;
  }
}
