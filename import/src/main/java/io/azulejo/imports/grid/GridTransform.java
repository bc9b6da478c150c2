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
 * The geographic position of a grid: the corner between columns and rows {@code (column, row)} is
 * at {@code x = a column + b row + c}, {@code y = d column + e row + f}.
 *
 * @param a the width of a cell; negative if x decreases
 * @param b 0 unless the grid is rotated
 * @param c the x of the first corner
 * @param d 0 unless the grid is rotated
 * @param e the height of a cell; negative if y decreases from north to south
 * @param f the y of the first corner
 */
record GridTransform(double a, double b, double c, double d, double e, double f) {
  private static final String Y = "y";
  private static final String X = "x";

  /** Returns the numbers from {@code a} to {@code f}. */
  double[] numbers() {
    return new double[] {a, b, c, d, e, f};
  }

  /** Returns these numbers as metadata. */
  MetadataValue transform() {
    return MetadataValue.ofDoubles(numbers());
  }

  /**
   * Returns the coordinates of cell centers as labels {@code y} and {@code x}; empty if the grid is
   * rotated or coordinates coincide.
   *
   * @param side the side of rows; the side of columns follows
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
   * Returns start plus count steps without rounding errors: half a step of 0.1 from 0.1 is 0.15.
   *
   * @return NaN if a number is not finite
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
