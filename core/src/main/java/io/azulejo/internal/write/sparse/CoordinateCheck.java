package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Checks that coordinates lie in the domain and, if present, in the current domain and in the part
 * that is written.
 *
 * <p>NaN is rejected, too: it has no place in any order, so cells would end up anywhere. The
 * reference engine does not check for NaN.
 */
final class CoordinateCheck {
  private static final int BLOCK = 1024;

  /** Key of -0.0, for both floating-point types. */
  private static final long NEGATIVE_ZERO = -1;

  /** Key of 0.0, for both floating-point types. */
  private static final long ZERO = 0;

  private final List<Dimension> dimensions;
  private final Optional<NDRange> currentDomain;
  private final Optional<NDRange> part;

  /**
   * Creates a check for the cells of an array.
   *
   * @param part the box that is written; empty if cells may lie anywhere
   */
  CoordinateCheck(ArraySchema schema, Optional<NDRange> part) {
    this.dimensions = schema.dimensions();
    this.currentDomain = schema.currentDomain();
    this.part = part;
  }

  /**
   * Checks coordinates and returns their bounds.
   *
   * @param coordinates one column per dimension
   * @param rows number of cells
   * @throws InvalidRequestException if a coordinate is out of bounds
   */
  CoordinateBounds check(CellColumn[] coordinates, int rows) {
    CoordinateBounds bounds = bounds(coordinates, rows);
    for (int d = 0; d < coordinates.length; d++) {
      Dimension dimension = dimensions.get(d);
      if (dimension.isVar()) {
        checkTexts(d, coordinates[d], rows);
      } else if (rows > 0) {
        checkNumbers(d, coordinates[d], rows, bounds, dimension.domain().orElseThrow(), "domain");
        if (currentDomain.isPresent()) {
          Range current = currentDomain.get().ranges().get(d);
          checkNumbers(d, coordinates[d], rows, bounds, current, "current domain");
        }
        if (part.isPresent()) {
          checkNumbers(d, coordinates[d], rows, bounds, part.get().get(d), "subarray");
        }
      }
    }
    return bounds;
  }

  /** Returns the bounds of coordinates without checking them. */
  CoordinateBounds bounds(CellColumn[] coordinates, int rows) {
    long[] lows = new long[coordinates.length];
    long[] highs = new long[coordinates.length];
    boolean negativeZero = false;
    long[] block = new long[BLOCK];
    for (int d = 0; d < coordinates.length; d++) {
      Dimension dimension = dimensions.get(d);
      if (dimension.isVar()) {
        continue;
      }
      Datatype type = dimension.type();
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      boolean found = false;
      for (int from = 0; from < rows; from += BLOCK) {
        int count = Math.min(BLOCK, rows - from);
        int start = coordinates[d].start() + from * type.size();
        CoordinateKeys.decode(type, coordinates[d].data(), start, count, block);
        if (type.isFloatingPoint()) {
          found |= withoutNegativeZeros(block, count);
        }
        for (int i = 0; i < count; i++) {
          low = Math.min(low, block[i]);
          high = Math.max(high, block[i]);
        }
      }
      lows[d] = low;
      highs[d] = high;
      negativeZero |= found;
    }
    return new CoordinateBounds(lows, highs, negativeZero);
  }

  /**
   * Decodes the keys that determine the order of cells.
   *
   * @param from first row
   * @param count number of rows
   */
  void decodeKeys(CellPart part, int from, int count) {
    for (int d = 0; d < part.coordinates.length; d++) {
      Dimension dimension = dimensions.get(d);
      if (!dimension.isVar()) {
        Datatype type = dimension.type();
        CellColumn column = part.coordinates[d];
        long[] block = new long[BLOCK];
        for (int at = from; at < from + count; at += BLOCK) {
          int length = Math.min(BLOCK, from + count - at);
          int start = column.start() + at * type.size();
          CoordinateKeys.decode(type, column.data(), start, length, block);
          if (type.isFloatingPoint()) {
            withoutNegativeZeros(block, length);
          }
          System.arraycopy(block, 0, part.keys[d], at, length);
        }
      }
    }
  }

  /** Allocates the key arrays of a part. {@link #decodeKeys} must be called for all rows next. */
  void allocateKeys(CellPart part) {
    for (int d = 0; d < part.coordinates.length; d++) {
      part.keys[d] = dimensions.get(d).isVar() ? null : new long[part.selected];
    }
  }

  /**
   * Replaces -0.0 by 0.0, because the two are at the same position. Returns whether there was a
   * -0.0.
   */
  private static boolean withoutNegativeZeros(long[] keys, int count) {
    boolean found = false;
    for (int i = 0; i < count; i++) {
      if (keys[i] == NEGATIVE_ZERO) {
        keys[i] = ZERO;
        found = true;
      }
    }
    return found;
  }

  private void checkNumbers(
      int d, CellColumn column, int rows, CoordinateBounds bounds, Range range, String what) {
    Dimension dimension = dimensions.get(d);
    Datatype type = dimension.type();
    long low = CoordinateKeys.low(type, range);
    long high = CoordinateKeys.high(type, range);
    if (bounds.lows()[d] >= low && bounds.highs()[d] <= high) {
      return;
    }
    long[] key = new long[1];
    for (int row = 0; row < rows; row++) {
      CoordinateKeys.decode(type, column.data(), column.start() + row * type.size(), 1, key);
      if (key[0] < low || key[0] > high) {
        boolean nan =
            type.isFloatingPoint() && Double.isNaN(CoordinateKeys.toFloatingPoint(type, key[0]));
        throw new InvalidRequestException(
            "row %d of the batch: coordinate %s of dimension \"%s\" is %s %s"
                .formatted(
                    row,
                    CoordinateText.ofKey(type, key[0]),
                    dimension.name(),
                    nan ? "not a number, and so not within the" : "not within the",
                    what + " " + CoordinateText.of(type, range)));
      }
    }
  }

  private void checkTexts(int d, CellColumn texts, int rows) {
    if (currentDomain.isEmpty()
        || !(currentDomain.get().ranges().get(d) instanceof Range.Strings range)) {
      return;
    }
    byte[] low = range.low();
    byte[] high = range.high();
    byte[] data = texts.data();
    for (int row = 0; row < rows; row++) {
      int start = texts.offsets()[row];
      int end = texts.offsets()[row + 1];
      if (Arrays.compareUnsigned(data, start, end, low, 0, low.length) < 0
          || Arrays.compareUnsigned(data, start, end, high, 0, high.length) > 0) {
        throw new InvalidRequestException(
            ("row %d of the batch: coordinate %s of dimension \"%s\" is not within the"
                    + " current domain %s")
                .formatted(
                    row,
                    CoordinateText.ofText(texts, row),
                    dimensions.get(d).name(),
                    CoordinateText.of(dimensions.get(d).type(), range)));
      }
    }
  }
}
