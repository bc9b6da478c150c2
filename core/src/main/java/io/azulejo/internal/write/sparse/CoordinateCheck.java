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
   * Checks the coordinates of cells.
   *
   * @throws InvalidRequestException if a coordinate is out of bounds
   */
  void check(CellPart cells) {
    for (int d = 0; d < dimensions.size(); d++) {
      Dimension dimension = dimensions.get(d);
      if (dimension.isVar()) {
        checkTexts(d, cells);
      } else if (cells.selected > 0) {
        checkNumbers(d, cells, dimension.domain().orElseThrow(), "domain");
        if (currentDomain.isPresent()) {
          Range current = currentDomain.get().ranges().get(d);
          checkNumbers(d, cells, current, "current domain");
        }
        if (part.isPresent()) {
          checkNumbers(d, cells, part.get().get(d), "subarray");
        }
      }
    }
  }

  private void checkNumbers(int d, CellPart cells, Range range, String what) {
    Dimension dimension = dimensions.get(d);
    Datatype type = dimension.type();
    long low = CoordinateKeys.low(type, range);
    long high = CoordinateKeys.high(type, range);
    if (cells.lows[d] >= low && cells.highs[d] <= high) {
      return;
    }
    CellColumn column = cells.coordinates[d];
    long[] key = new long[1];
    for (int row = 0; row < cells.selected; row++) {
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

  private void checkTexts(int d, CellPart cells) {
    if (currentDomain.isEmpty()
        || !(currentDomain.get().ranges().get(d) instanceof Range.Strings range)) {
      return;
    }
    byte[] low = range.low();
    byte[] high = range.high();
    CellColumn texts = cells.coordinates[d];
    byte[] data = texts.data();
    for (int row = 0; row < cells.selected; row++) {
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
