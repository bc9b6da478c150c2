package io.azulejo.view;

import java.util.Arrays;

/** Cells put into bins of equal size over a window: how many, their sum, least and greatest. */
final class BinGrid {
  private static final int[] SIDES = {-1, 0, 1, 0, 0, -1, 0, 1};

  /** A box without an extent is so many bins wide. */
  private static final double LEAST = 1e-9;

  private final double x0;
  private final double y0;
  private final double perX;
  private final double perY;
  private final int nx;
  private final int ny;
  private final double[] counts;
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
    this.counts = new double[nx * ny];
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

  /**
   * Lets some cells stand for all bins from one to another, the last ones excluded.
   *
   * @param count how many cells each bin has
   */
  void fill(
      int fromX, int toX, int fromY, int toY, double count, double mean, double low, double high) {
    for (int y = fromY; y < toY; y++) {
      for (int x = fromX; x < toX; x++) {
        int bin = y * nx + x;
        counts[bin] = count;
        sums[bin] = mean * count;
        lows[bin] = (float) low;
        highs[bin] = (float) high;
      }
    }
  }

  /** Spreads cells evenly over a box, as far as it is in the window; its ends are in it. */
  void spread(double boxX0, double boxX1, double boxY0, double boxY1, double cells) {
    double left = (boxX0 - x0) * perX;
    double right = Math.max((boxX1 - x0) * perX, left + LEAST);
    double bottom = (boxY0 - y0) * perY;
    double top = Math.max((boxY1 - y0) * perY, bottom + LEAST);
    double each = cells / ((right - left) * (top - bottom));
    int lastX = (int) Math.min(nx - 1.0, Math.floor(right));
    int lastY = (int) Math.min(ny - 1.0, Math.floor(top));
    for (int y = (int) Math.max(0, Math.floor(bottom)); y <= lastY; y++) {
      double high = Math.min(top, y + 1) - Math.max(bottom, y);
      for (int x = (int) Math.max(0, Math.floor(left)); x <= lastX; x++) {
        counts[y * nx + x] += each * high * (Math.min(right, x + 1) - Math.max(left, x));
      }
    }
  }

  /**
   * Gives bins without cells what is in the next one that has some, as far as cells are said to be
   * there.
   *
   * @param there a grid of the same bins, of which those are filled that have cells
   */
  void closeGaps(BinGrid there) {
    int[] queue = new int[counts.length];
    int end = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        queue[end++] = bin;
      }
    }
    for (int at = 0; at < end; at++) {
      int x = queue[at] % nx;
      int y = queue[at] / nx;
      for (int side = 0; side < SIDES.length; side += 2) {
        int nextX = x + SIDES[side];
        int nextY = y + SIDES[side + 1];
        int next = nextY * nx + nextX;
        if (nextX >= 0
            && nextX < nx
            && nextY >= 0
            && nextY < ny
            && counts[next] == 0
            && there.counts[next] > 0) {
          counts[next] = counts[queue[at]];
          sums[next] = sums[queue[at]];
          lows[next] = lows[queue[at]];
          highs[next] = highs[queue[at]];
          queue[end++] = next;
        }
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
  double cells() {
    return Arrays.stream(counts).sum();
  }
}
