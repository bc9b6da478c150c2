package io.azulejo.plot.picture;

/**
 * The page on which a picture is drawn for a file.
 *
 * @param width the width of the whole picture in pixels of 1/96 inch; 0 to derive it from the
 *     content
 * @param height the height of the whole picture in pixels of 1/96 inch; 0 if the width is 0
 * @param dpi the resolution of a PNG file in pixels per inch
 * @param theme the colors
 */
public record Paper(int width, int height, int dpi, Theme theme) {
  /** The resolution at which the pixels of the size are the pixels of the file. */
  public static final int DPI = 96;

  /** A page with automatic size and light colors. */
  public static final Paper STANDARD = new Paper(0, 0, DPI, Theme.LIGHT);

  /** The approximate total width of axis labels, titles and the key. */
  private static final int BESIDE = 190;

  private static final int ABOVE_AND_BELOW = 110;

  /** Returns the recommended maximum number of bins on the x axis. */
  public int columns() {
    return width == 0 ? Chart.COLUMNS : Math.max(MIN, width - BESIDE);
  }

  /** Returns the recommended maximum number of bins on the y axis. */
  public int rows() {
    return height == 0 ? Chart.ROWS : Math.max(MIN, height - ABOVE_AND_BELOW);
  }

  /** The minimum width and height of the space between the axes, in pixels. */
  static final int MIN = 60;

  /** Returns the number of file pixels for each pixel of the size. */
  double scale() {
    return (double) dpi / DPI;
  }
}
