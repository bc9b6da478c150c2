package io.azulejo.plot.picture;

/**
 * The page of a picture in a file.
 *
 * @param width the width of the whole picture, in pixels of 1/96 inch; 0 for automatic
 * @param height the height of the whole picture; 0 if the width is 0
 * @param dpi the pixels per inch of a PNG file
 * @param theme its colors
 */
public record Paper(int width, int height, int dpi, Theme theme) {
  /** The resolution at which one size pixel is one file pixel. */
  public static final int DPI = 96;

  /** Automatic size and light colors. */
  public static final Paper STANDARD = new Paper(0, 0, DPI, Theme.LIGHT);

  /** Approximate width of axes, titles and a key. */
  private static final int BESIDE = 190;

  private static final int ABOVE_AND_BELOW = 110;

  /** Returns the recommended maximum number of bins in x. */
  public int columns() {
    return width == 0 ? Chart.COLUMNS : Math.max(MIN, width - BESIDE);
  }

  /** Returns the recommended maximum number of bins in y. */
  public int rows() {
    return height == 0 ? Chart.ROWS : Math.max(MIN, height - ABOVE_AND_BELOW);
  }

  /** Minimum width and height of the space between the axes. */
  static final int MIN = 60;

  /** Returns the file pixels per size pixel. */
  double scale() {
    return (double) dpi / DPI;
  }
}
