package io.azulejo.cli.view;

import java.util.Arrays;

/** Cells put into bins of equal size over a window: how many, their sum, least and greatest. */
final class BinGrid {
  private final double x0;
  private final double y0;
  private final double perX;
  private final double perY;
  private final int nx;
  private final int ny;
  private final int[] counts;
  private final double[] sums;
  private final float[] lows;
  private final float[] highs;

  /**
   * A grid of bins without cells.
   *
   * @param window from x0 to x1 and from y0 to y1, of which x1 and y1 are outside
   */
  BinGrid(PlotWindow window, int nx, int ny) {
    this.x0 = window.x0();
    this.y0 = window.y0();
    this.perX = nx / (window.x1() - window.x0());
    this.perY = ny / (window.y1() - window.y0());
    this.nx = nx;
    this.ny = ny;
    this.counts = new int[nx * ny];
    this.sums = new double[nx * ny];
    this.lows = new float[nx * ny];
    this.highs = new float[nx * ny];
    Arrays.fill(lows, Float.POSITIVE_INFINITY);
    Arrays.fill(highs, Float.NEGATIVE_INFINITY);
  }

  /** The bin across of a place; -1 outside. */
  int x(double place) {
    return index((place - x0) * perX, nx);
  }

  /** The bin upwards of a place; -1 outside. */
  int y(double place) {
    return index((place - y0) * perY, ny);
  }

  private static int index(double position, int bins) {
    // Also false for NaN.
    return position >= 0 && position < bins ? (int) position : -1;
  }

  /** Adds a cell to a bin; a value that is NaN counts for nothing. */
  void add(int x, int y, double value) {
    if (x >= 0 && y >= 0 && !Double.isNaN(value)) {
      int bin = y * nx + x;
      counts[bin]++;
      sums[bin] += value;
      lows[bin] = Math.min(lows[bin], (float) value);
      highs[bin] = Math.max(highs[bin], (float) value);
    }
  }

  /** Lets some cells stand for all bins from one to another, the last ones excluded. */
  void fill(int fromX, int toX, int fromY, int toY, double mean, double low, double high) {
    for (int y = fromY; y < toY; y++) {
      for (int x = fromX; x < toX; x++) {
        int bin = y * nx + x;
        counts[bin] = 1;
        sums[bin] = mean;
        lows[bin] = (float) low;
        highs[bin] = (float) high;
      }
    }
  }

  int width() {
    return nx;
  }

  int height() {
    return ny;
  }

  /** The means, row by row from y0 on; NaN where there is no cell. */
  float[] means() {
    float[] means = new float[counts.length];
    for (int i = 0; i < means.length; i++) {
      means[i] = counts[i] == 0 ? Float.NaN : (float) (sums[i] / counts[i]);
    }
    return means;
  }

  /** The numbers of cells, each times a factor; NaN where there is no cell. */
  float[] counts(double factor) {
    float[] numbers = new float[counts.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = counts[i] == 0 ? Float.NaN : (float) (counts[i] * factor);
    }
    return numbers;
  }

  /** The least values; infinite where there is no cell. */
  float[] lows() {
    return lows;
  }

  /** The greatest values; infinite where there is no cell. */
  float[] highs() {
    return highs;
  }

  /** How many cells are in bins. */
  long cells() {
    return Arrays.stream(counts).asLongStream().sum();
  }
}
