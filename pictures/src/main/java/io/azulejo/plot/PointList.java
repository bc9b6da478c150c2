package io.azulejo.plot;

import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.ListAxis;
import io.azulejo.query.Batch;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A list of cells to draw as points in panels, up to a maximum number. */
final class PointList {
  /**
   * The width over which the points of one category are spread, relative to the width of its bin.
   */
  private static final double SPREAD = 0.6;

  /** The fractional part of the golden ratio. Its multiples modulo 1 are evenly distributed. */
  private static final double GOLDEN = 0.6180339887498949;

  private final FieldPositions x;
  private final FieldPositions y;
  private final FieldPositions values;
  private final FieldPositions by;
  private final boolean spread;
  private final double[] placesX;
  private final double[] placesY;
  private final double[] colors;
  private final int[] panels;
  private int count;

  /**
   * Creates an empty list.
   *
   * @param values the values that determine colors; null for none
   * @param by the categories that each have a panel; null for a single panel
   * @param spread whether to spread the points of a category
   * @param max the maximum number of points
   */
  PointList(
      FieldPositions x,
      FieldPositions y,
      FieldPositions values,
      FieldPositions by,
      boolean spread,
      int max) {
    this.x = x;
    this.y = y;
    this.values = values;
    this.by = by;
    this.spread = spread;
    placesX = new double[max];
    placesY = new double[max];
    colors = values == null ? null : new double[max];
    panels = new int[max];
  }

  /** Adds the cells of a loaded batch that have positions on both axes. */
  void add(Batch batch) {
    for (int row = 0; row < batch.rows() && fits(); row++) {
      int panel = by == null ? 0 : by.bin(row);
      if (x.bin(row) >= 0 && y.bin(row) >= 0 && panel >= 0) {
        if (count < placesX.length) {
          placesX[count] = place(x, row, GOLDEN);
          placesY[count] = place(y, row, GOLDEN * GOLDEN);
          panels[count] = panel;
          if (colors != null) {
            colors[count] = values.value(row);
          }
        }
        count++;
      }
    }
  }

  private double place(FieldPositions axis, int row, double part) {
    double place = axis.place(row);
    if (spread && axis.axis() instanceof ListAxis) {
      double fraction = count * part;
      place += (fraction - Math.floor(fraction) - 0.5) * SPREAD;
    }
    return place;
  }

  /** Returns whether all added cells fit in the list. */
  boolean fits() {
    return count <= placesX.length;
  }

  /** Returns whether the list is empty. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Returns the points of a panel. */
  Layer.Points layer(int panel) {
    int[] mine = IntStream.range(0, count).filter(i -> panels[i] == panel).toArray();
    return new Layer.Points(
        IntStream.of(mine).mapToDouble(i -> placesX[i]).toArray(),
        IntStream.of(mine).mapToDouble(i -> placesY[i]).toArray(),
        colors == null ? null : IntStream.of(mine).mapToDouble(i -> colors[i]).toArray());
  }

  /** Returns the values of all points; NaN for points without a value. */
  double[] values() {
    return Arrays.copyOf(colors, count);
  }
}
