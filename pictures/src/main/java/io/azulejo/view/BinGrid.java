package io.azulejo.view;

import io.azulejo.plot.bins.Bins;

/** A grid of bins that divides a window evenly. */
final class BinGrid {
  private static final int[][] SIDES = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

  /** The minimum width and height of a box, in bins. */
  private static final double LEAST = 1e-9;

  private final PlotWindow window;
  private final double perX;
  private final double perY;
  private final int nx;
  private final int ny;
  private final Bins bins;

  /**
   * Creates a grid of empty bins. If the window has only an x axis, the bins also keep extremes.
   *
   * @param nx the number of bins along x
   * @param ny the number of bins along y
   */
  BinGrid(PlotWindow window, int nx, int ny) {
    this.window = window;
    this.perX = nx / (window.x1() - window.x0());
    this.perY = ny / (window.y1() - window.y0());
    this.nx = nx;
    this.ny = ny;
    this.bins = window.y() == null ? Bins.withExtremes(nx * ny) : Bins.of(nx * ny);
  }

  /** Returns an empty grid for the same window, with the same number of bins. */
  BinGrid empty() {
    return new BinGrid(window, nx, ny);
  }

  /** Returns the bins, row by row, starting at y0. */
  Bins bins() {
    return bins;
  }

  /**
   * Returns the column of bins that contains a position on the x axis, or -1 outside the window.
   */
  int x(double place) {
    return index((place - window.x0()) * perX, nx);
  }

  /** Returns the row of bins that contains a position on the y axis, or -1 outside the window. */
  int y(double place) {
    return index((place - window.y0()) * perY, ny);
  }

  private static int index(double position, int bins) {
    // NaN fails this comparison.
    return position >= 0 && position < bins ? (int) position : -1;
  }

  /**
   * Adds a cell to a bin, unless the bin is outside the window or the value is NaN.
   *
   * @param x the column of bins, or -1
   * @param y the row of bins, or -1
   */
  void add(int x, int y, double value) {
    bins.add(x < 0 || y < 0 ? -1 : y * nx + x, value);
  }

  /**
   * Replaces the content of all bins of a box by the result of a sample.
   *
   * @param xs the first column and the end of the columns, exclusive
   * @param ys the first row and the end of the rows, exclusive
   * @param count the number of cells for each bin
   * @param mean the mean value for each bin
   * @param low the least value for each bin
   * @param high the greatest value for each bin
   */
  void fill(int[] xs, int[] ys, double count, double mean, double low, double high) {
    for (int y = ys[0]; y < ys[1]; y++) {
      for (int x = xs[0]; x < xs[1]; x++) {
        bins.set(y * nx + x, count, mean, low, high);
      }
    }
  }

  /**
   * Spreads cells evenly over a box, and adds those within the window to their bins.
   *
   * @param cells the number of cells in the box
   */
  void spread(double boxX0, double boxX1, double boxY0, double boxY1, double cells) {
    double left = (boxX0 - window.x0()) * perX;
    double right = Math.max((boxX1 - window.x0()) * perX, left + LEAST);
    double bottom = (boxY0 - window.y0()) * perY;
    double top = Math.max((boxY1 - window.y0()) * perY, bottom + LEAST);
    double each = cells / ((right - left) * (top - bottom));
    int lastX = (int) Math.min(nx - 1.0, Math.floor(right));
    int lastY = (int) Math.min(ny - 1.0, Math.floor(top));
    for (int y = (int) Math.max(0, Math.floor(bottom)); y <= lastY; y++) {
      double high = Math.min(top, y + 1) - Math.max(bottom, y);
      for (int x = (int) Math.max(0, Math.floor(left)); x <= lastX; x++) {
        bins.addPart(y * nx + x, each * high * (Math.min(right, x + 1) - Math.max(left, x)));
      }
    }
  }

  /**
   * Fills empty bins with the content of the nearest bin that has cells.
   *
   * @param fillable a grid of the same bins, with cells in the bins to fill
   */
  void closeGaps(BinGrid fillable) {
    int[] queue = new int[nx * ny];
    int end = 0;
    for (int bin = 0; bin < queue.length; bin++) {
      if (bins.count(bin) > 0) {
        queue[end++] = bin;
      }
    }
    for (int at = 0; at < end; at++) {
      for (int[] side : SIDES) {
        int x = queue[at] % nx + side[0];
        int y = queue[at] / nx + side[1];
        int next = y * nx + x;
        if (x >= 0
            && x < nx
            && y >= 0
            && y < ny
            && bins.count(next) == 0
            && fillable.bins.count(next) > 0) {
          bins.copy(queue[at], next);
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
}
