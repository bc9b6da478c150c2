package io.azulejo.plot.picture;

/** What a {@link Chart} is drawn on. Lengths are in pixels, from the upper left corner. */
abstract class Canvas {
  /** Which part of a text is at the place that is given for it. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** The size and colour of texts. */
  record Font(double size, boolean bold, int rgb) {}

  /** How wide a text is. */
  abstract double width(String text, Font font);

  /** Begins, with a paper of a colour; only {@link #width} may be asked before. */
  abstract void begin(int width, int height, int paper);

  abstract void fill(double x, double y, double width, double height, int rgb, double opacity);

  abstract void outline(double x, double y, double width, double height, int rgb, double stroke);

  /** A line through some points. */
  abstract void line(double[] x, double[] y, int rgb, double stroke);

  abstract void area(double[] x, double[] y, int rgb, double opacity);

  abstract void dot(double x, double y, double radius, int rgb, double opacity);

  /**
   * An image, enlarged without smoothing.
   *
   * @param argb the pixels, row by row from the top; those of alpha 0 are left out
   */
  abstract void image(
      double x, double y, double width, double height, int columns, int rows, int[] argb);

  /**
   * A text.
   *
   * @param y where its letters stand
   * @param upwards whether it is turned to run from below upwards
   */
  abstract void text(String text, double x, double y, Font font, Anchor anchor, boolean upwards);

  /** The bytes of the file. */
  abstract byte[] finish();
}
