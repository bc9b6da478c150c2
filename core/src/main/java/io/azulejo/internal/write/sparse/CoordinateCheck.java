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
 * Which coordinates cells can have: those of the domain and, where there are such, of the current
 * domain and of the part that is written. NaN is refused, too: it has no place in any order, so
 * that cells would end up anywhere; the reference engine does not look.
 */
final class CoordinateCheck {
  private static final int BLOCK = 1024;

  /** The key of -0.0 of both types of floating-point numbers, and that of 0.0. */
  private static final long NEGATIVE_ZERO = -1;

  private static final long ZERO = 0;

  private final List<Dimension> dimensions;
  private final Optional<NDRange> currentDomain;
  private final Optional<NDRange> part;

  /**
   * The check of an array's cells.
   *
   * @param part the box that is written; empty where cells may lie anywhere
   */
  CoordinateCheck(ArraySchema schema, Optional<NDRange> part) {
    this.dimensions = schema.dimensions();
    this.currentDomain = schema.currentDomain();
    this.part = part;
  }

  /**
   * Finds the bounds of coordinates, and checks them.
   *
   * @param coordinates by dimension
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

  /** Finds the bounds of coordinates that were checked. */
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
   * Decodes the keys by which cells are ordered, where that was not done yet.
   *
   * @param from the first row
   * @param count the number of rows
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

  /** Makes room for keys; {@link #decodeKeys} of all rows next. */
  void allocateKeys(CellPart part) {
    for (int d = 0; d < part.coordinates.length; d++) {
      part.keys[d] = dimensions.get(d).isVar() ? null : new long[part.selected];
    }
  }

  /** Puts 0.0 in the place of -0.0, as there is no order between them. */
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
