package io.azulejo.plot;

import io.azulejo.plot.picture.Layer;
import io.azulejo.query.Batch;
import java.util.Arrays;

/** The cells as points, until there are too many of them. */
final class PointList {
  private final FieldPositions x;
  private final FieldPositions y;
  private final FieldPositions values;
  private final double[] placesX;
  private final double[] placesY;
  private final double[] colors;
  private int count;

  /**
   * No points yet.
   *
   * @param values the values of the colours; null for none
   */
  PointList(FieldPositions x, FieldPositions y, FieldPositions values, int max) {
    this.x = x;
    this.y = y;
    this.values = values;
    placesX = new double[max];
    placesY = new double[max];
    colors = values == null ? null : new double[max];
  }

  /** Adds the cells of a batch, which were loaded, that have places on both axes. */
  void add(Batch batch) {
    for (int row = 0; row < batch.rows() && fits(); row++) {
      if (x.bin(row) >= 0 && y.bin(row) >= 0) {
        if (count < placesX.length) {
          placesX[count] = x.place(row);
          placesY[count] = y.place(row);
          if (colors != null) {
            colors[count] = values.value(row);
          }
        }
        count++;
      }
    }
  }

  /** Whether there are not too many. */
  boolean fits() {
    return count <= placesX.length;
  }

  /** The points. */
  Layer.Points layer() {
    return new Layer.Points(
        Arrays.copyOf(placesX, count),
        Arrays.copyOf(placesY, count),
        colors == null ? null : Arrays.copyOf(colors, count));
  }
}
