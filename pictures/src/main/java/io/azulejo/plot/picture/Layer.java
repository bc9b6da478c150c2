package io.azulejo.plot.picture;

/** A layer of a panel. Positions are in bins from the start of each axis. */
public sealed interface Layer {
  /**
   * A value for each pair of bins, shown as a color.
   *
   * @param values the values row by row: all bins of x for the first bin of y, and so on; NaN if
   *     missing
   */
  record Cells(double[] values) implements Layer {}

  /**
   * A color for each pair of bins.
   *
   * @param argb the colors row by row: all bins of x for the first bin of y, and so on, as {@code
   *     0xAARRGGBB}
   */
  record Pixels(int[] argb) implements Layer {}

  /**
   * Straight lines across the whole panel.
   *
   * @param x the positions of vertical lines on the x axis
   * @param y the positions of horizontal lines on the y axis
   */
  record Lines(double[] x, double[] y) implements Layer {}

  /**
   * Boxes. Later boxes cover earlier ones.
   *
   * @param edges four positions for each box: its start and end on x, then on y
   * @param values the value that determines the color of each box
   * @param filled whether boxes are filled; otherwise only their outlines are drawn
   */
  record Boxes(double[] edges, double[] values, boolean filled) implements Layer {}

  /**
   * Bars that begin at the start of an axis.
   *
   * @param starts the start of each bar's width on the base axis
   * @param ends the end of each bar's width on the base axis
   * @param lengths the position on the other axis to which each bar extends
   * @param horizontal whether the base axis is y, so that bars extend to the right
   */
  record Bars(double[] starts, double[] ends, double[] lengths, boolean horizontal)
      implements Layer {}

  /**
   * Points, drawn as dots.
   *
   * @param x the position of each point on the x axis
   * @param y the position of each point on the y axis
   * @param values the value that determines the color of each point; null if all have one color
   */
  record Points(double[] x, double[] y, double[] values) implements Layer {}

  /**
   * A line along the x axis. If several values share a position, it shows their mean, with their
   * range as a band behind the line.
   *
   * @param x the positions on the x axis
   * @param lows the lower end of the band on y at each position; NaN where the line is interrupted
   * @param means the position of the line on y at each position
   * @param highs the upper end of the band on y at each position
   * @param value the value that determines the color; NaN for the only line of a picture
   */
  record Band(double[] x, double[] lows, double[] means, double[] highs, double value)
      implements Layer {}
}
