package io.azulejo.plot.picture;

/**
 * What a picture in a file is drawn on.
 *
 * @param width of the whole picture, in pixels of 1/96 inch; 0 for what the picture needs
 * @param height of the whole picture; 0 together with the width
 * @param dpi pixels per inch of a PNG file
 * @param theme its colours
 */
public record Paper(int width, int height, int dpi, Theme theme) {
  /** The resolution in which a pixel of the size is a pixel of the file. */
  public static final int DPI = 96;

  /** As large as the picture needs, light. */
  public static final Paper STANDARD = new Paper(0, 0, DPI, Theme.LIGHT);

  /** About what axes, titles and a key take of the width. */
  private static final int BESIDE = 190;

  private static final int ABOVE_AND_BELOW = 110;

  /** The greatest number of bins that a picture should have to the right. */
  public int columns() {
    return width == 0 ? Chart.COLUMNS : Math.max(MIN, width - BESIDE);
  }

  /** The greatest number of bins that a picture should have upwards. */
  public int rows() {
    return height == 0 ? Chart.ROWS : Math.max(MIN, height - ABOVE_AND_BELOW);
  }

  /** The least width and height of what is between axes. */
  static final int MIN = 60;

  /** Pixels of a file for one of the size. */
  double scale() {
    return (double) dpi / DPI;
  }
}
