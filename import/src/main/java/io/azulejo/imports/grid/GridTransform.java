package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The geographic position of a grid as an affine transformation. The corner between cells at {@code
 * (column, row)} has the position {@code x = a column + b row + c}, {@code y = d column + e row +
 * f}.
 *
 * @param a width of a cell; negative if x decreases
 * @param b 0 unless the grid is rotated
 * @param c x of the corner at {@code (0, 0)}
 * @param d 0 unless the grid is rotated
 * @param e height of a cell; negative if y decreases from row to row
 * @param f y of the corner at {@code (0, 0)}
 */
record GridTransform(double a, double b, double c, double d, double e, double f) {
  private static final String Y = "y";
  private static final String X = "x";

  /** Returns the coefficients from {@code a} to {@code f}. */
  double[] numbers() {
    return new double[] {a, b, c, d, e, f};
  }

  /** Returns the coefficients as metadata. */
  MetadataValue transform() {
    return MetadataValue.ofDoubles(numbers());
  }

  /**
   * Returns the coordinates of the cell centers as labels named {@code y} and {@code x}.
   *
   * @param side index of the side of the rows; the columns are the next side
   * @return empty if the grid is rotated, or if neighboring coordinates would be equal
   */
  List<CoordinateLabel> labels(int side, long rows, long columns) {
    List<CoordinateLabel> labels = new ArrayList<>();
    middles(Y, f, e, rows).ifPresent(y -> labels.add(new CoordinateLabel(side, order(e), y)));
    middles(X, c, a, columns)
        .ifPresent(x -> labels.add(new CoordinateLabel(side + 1, order(a), x)));
    return List.copyOf(labels);
  }

  private static DataOrder order(double step) {
    return step > 0 ? DataOrder.INCREASING : DataOrder.DECREASING;
  }

  private Optional<FixedColumn> middles(String name, double first, double step, long count) {
    double last = offset(first, step, count);
    double most = Math.max(Math.abs(first), Math.abs(last));
    boolean distinct = Math.abs(step) > 2 * Math.ulp(most);
    if (b != 0 || d != 0 || !distinct || !Double.isFinite(last) || count > Grid.MOST_LABELS) {
      return Optional.empty();
    }
    BigDecimal next = BigDecimal.valueOf(offset(first, step, 0.5));
    double[] middles = new double[(int) count];
    for (int i = 0; i < middles.length; i++) {
      middles[i] = next.doubleValue();
      next = next.add(BigDecimal.valueOf(step));
    }
    return Optional.of(FixedColumn.of(name, Datatype.FLOAT64, middles));
  }

  /**
   * Returns {@code start + count * step} without the rounding errors of binary fractions. For
   * example, half a step of 0.1 from 0.1 is 0.15.
   *
   * @return NaN if start or step is not finite
   */
  static double offset(double start, double step, double count) {
    return Double.isFinite(start) && Double.isFinite(step)
        ? BigDecimal.valueOf(step)
            .multiply(BigDecimal.valueOf(count))
            .add(BigDecimal.valueOf(start))
            .doubleValue()
        : Double.NaN;
  }
}
