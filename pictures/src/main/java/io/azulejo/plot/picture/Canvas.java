package io.azulejo.plot.picture;

/**
 * The drawing surface of a {@link Chart}. Coordinates and lengths are in pixels from the upper left
 * corner.
 */
abstract class Canvas {
  /** The part of a text that is placed at the given position. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** The size in pixels, the weight and the color of a text. */
  record Font(double size, boolean bold, int rgb) {}

  /** Returns the width of a text in pixels. */
  abstract double width(String text, Font font);

  /**
   * Starts a drawing and fills it with a background color. Only {@link #width} may be called before
   * this method.
   */
  abstract void begin(int width, int height, int paper);

  abstract void fill(double x, double y, double width, double height, int rgb, double opacity);

  abstract void outline(double x, double y, double width, double height, int rgb, double stroke);

  /** Draws a line through a sequence of points. */
  abstract void line(double[] x, double[] y, int rgb, double stroke);

  abstract void area(double[] x, double[] y, int rgb, double opacity);

  abstract void dot(double x, double y, double radius, int rgb, double opacity);

  /**
   * Draws an image, scaled to a rectangle without smoothing.
   *
   * @param argb the pixels, row by row from the top; pixels with alpha 0 are not drawn
   */
  abstract void image(
      double x, double y, double width, double height, int columns, int rows, int[] argb);

  /**
   * Draws a text.
   *
   * @param y the position of the baseline
   * @param upwards whether the text is rotated to run upwards
   */
  abstract void text(String text, double x, double y, Font font, Anchor anchor, boolean upwards);

  /** Completes the drawing and returns it as the bytes of a file. */
  abstract byte[] finish();
}
