package io.azulejo.plot.picture;

/** A layer of a picture between the axes. Positions are in bins from the start of each axis. */
public sealed interface Layer {
  /**
   * A value for each pair of bins.
   *
   * @param values all bins of x for the first bin of y, and so on; NaN for none
   */
  record Cells(double[] values) implements Layer {}

  /**
   * A color for each pair of bins.
   *
   * @param argb all bins of x for the first bin of y, and so on, as {@code 0xAARRGGBB}
   */
  record Pixels(int[] argb) implements Layer {}

  /**
   * Lines across the panel.
   *
   * @param x positions on the x axis
   * @param y positions on the y axis
   */
  record Lines(double[] x, double[] y) implements Layer {}

  /**
   * Boxes; later ones cover earlier ones.
   *
   * @param edges the start and end on x, then on y, for each box
   * @param values the value of the color for each box
   * @param filled whether they are filled; otherwise only outlines
   */
  record Boxes(double[] edges, double[] values, boolean filled) implements Layer {}

  /**
   * Bars from the start of an axis.
   *
   * @param starts the start of each bar on its base axis
   * @param ends the end of each bar on its base axis
   * @param lengths the end of each bar on the other axis
   * @param horizontal whether the base axis is y and bars extend to the right
   */
  record Bars(double[] starts, double[] ends, double[] lengths, boolean horizontal)
      implements Layer {}

  /**
   * Points.
   *
   * @param x positions on the x axis
   * @param y positions on the y axis
   * @param values the values of their colors; null for a single color
   */
  record Points(double[] x, double[] y, double[] values) implements Layer {}

  /**
   * A line over the x axis; where several values share a position, their mean and their range.
   *
   * @param x positions on the x axis
   * @param lows the least position on y for each of them; NaN where the line is interrupted
   * @param means the position of the line for each of them
   * @param highs the greatest position on y for each of them
   * @param value the value of its color; NaN for a single line
   */
  record Band(double[] x, double[] lows, double[] means, double[] highs, double value)
      implements Layer {}
}
