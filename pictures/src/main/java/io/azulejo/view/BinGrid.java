package io.azulejo.view;

import io.azulejo.plot.bins.Bins;

/** Bins of equal size over a window. */
final class BinGrid {
  private static final int[][] SIDES = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

  /** Minimum width of a box, in bins. */
  private static final double LEAST = 1e-9;

  private final PlotWindow window;
  private final double perX;
  private final double perY;
  private final int nx;
  private final int ny;
  private final Bins bins;

  /** Creates a grid of empty bins; with a single axis, bins keep extremes. */
  BinGrid(PlotWindow window, int nx, int ny) {
    this.window = window;
    this.perX = nx / (window.x1() - window.x0());
    this.perY = ny / (window.y1() - window.y0());
    this.nx = nx;
    this.ny = ny;
    this.bins = window.y() == null ? Bins.withExtremes(nx * ny) : Bins.of(nx * ny);
  }

  /** Returns an empty grid of the same bins. */
  BinGrid empty() {
    return new BinGrid(window, nx, ny);
  }

  /** Returns the bins, row by row from y0 on. */
  Bins bins() {
    return bins;
  }

  /** Returns the x bin of a position; -1 outside. */
  int x(double place) {
    return index((place - window.x0()) * perX, nx);
  }

  /** Returns the y bin of a position; -1 outside. */
  int y(double place) {
    return index((place - window.y0()) * perY, ny);
  }

  private static int index(double position, int bins) {
    // Also false for NaN.
    return position >= 0 && position < bins ? (int) position : -1;
  }

  /** Adds a cell to a bin, unless the bin is outside or the value is NaN. */
  void add(int x, int y, double value) {
    bins.add(x < 0 || y < 0 ? -1 : y * nx + x, value);
  }

  /**
   * Lets sampled cells represent all bins of a box.
   *
   * @param xs the first bin in x, and the end, exclusive
   * @param ys the first bin in y, and the end, exclusive
   * @param count the number of cells of each bin
   */
  void fill(int[] xs, int[] ys, double count, double mean, double low, double high) {
    for (int y = ys[0]; y < ys[1]; y++) {
      for (int x = xs[0]; x < xs[1]; x++) {
        bins.set(y * nx + x, count, mean, low, high);
      }
    }
  }

  /** Spreads cells evenly over the part of a box within the window, including its ends. */
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
   * Fills empty bins from the nearest bin with cells.
   *
   * @param fillable a grid of the same bins, with cells in the bins that may be filled
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
