package io.azulejo.plot.picture;

/** The drawing surface of a {@link Chart}. Lengths are in pixels from the upper left corner. */
abstract class Canvas {
  /** The part of a text that is at its given position. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** The size and color of texts. */
  record Font(double size, boolean bold, int rgb) {}

  /** Returns the width of a text. */
  abstract double width(String text, Font font);

  /** Starts a drawing with a background color; before, only {@link #width} may be called. */
  abstract void begin(int width, int height, int paper);

  abstract void fill(double x, double y, double width, double height, int rgb, double opacity);

  abstract void outline(double x, double y, double width, double height, int rgb, double stroke);

  /** Draws a line through points. */
  abstract void line(double[] x, double[] y, int rgb, double stroke);

  abstract void area(double[] x, double[] y, int rgb, double opacity);

  abstract void dot(double x, double y, double radius, int rgb, double opacity);

  /**
   * Draws an image, scaled without smoothing.
   *
   * @param argb the pixels, row by row from the top; pixels with alpha 0 are not drawn
   */
  abstract void image(
      double x, double y, double width, double height, int columns, int rows, int[] argb);

  /**
   * Draws a text.
   *
   * @param y the baseline
   * @param upwards whether it is rotated to run upwards
   */
  abstract void text(String text, double x, double y, Font font, Anchor anchor, boolean upwards);

  /** Returns the bytes of the file. */
  abstract byte[] finish();
}
