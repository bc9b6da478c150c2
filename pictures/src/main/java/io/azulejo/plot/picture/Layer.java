package io.azulejo.plot.picture;

/** What is drawn between the axes. Places are in bins of the axes, from the beginning of each. */
public sealed interface Layer {
  /**
   * A value for each pair of bins.
   *
   * @param values all bins of x for the first bin of y, and so on; NaN where there is nothing
   */
  record Cells(double[] values) implements Layer {}

  /**
   * A colour for each pair of bins.
   *
   * @param argb all bins of x for the first bin of y, and so on, as {@code 0xAARRGGBB}
   */
  record Pixels(int[] argb) implements Layer {}

  /**
   * Lines across.
   *
   * @param x places on the axis x
   * @param y places on the axis y
   */
  record Lines(double[] x, double[] y) implements Layer {}

  /**
   * Boxes, the later ones over the earlier ones.
   *
   * @param edges for each box where it begins and ends on x, and then on y
   * @param values for each box the value of its colour
   * @param filled whether they are filled, or outlines alone
   */
  record Boxes(double[] edges, double[] values, boolean filled) implements Layer {}

  /**
   * Bars from the beginning of an axis.
   *
   * @param starts where each begins on the axis that they stand on
   * @param ends where each ends there
   * @param lengths how far each reaches on the other axis
   * @param lying whether they stand on y and reach to the right
   */
  record Bars(double[] starts, double[] ends, double[] lengths, boolean lying) implements Layer {}

  /**
   * Points.
   *
   * @param x places on the axis x
   * @param y places on the axis y
   * @param values the values of their colours; null when all have one
   */
  record Points(double[] x, double[] y, double[] values) implements Layer {}

  /**
   * A line over the axis x; where many values share a place on it, their mean and what they span.
   *
   * @param x places on the axis x
   * @param lows for each of them the least place on y; NaN where the line is interrupted
   * @param means for each of them where the line goes
   * @param highs for each of them the greatest place on y
   * @param value the value of its colour; NaN where there is one line
   */
  record Band(double[] x, double[] lows, double[] means, double[] highs, double value)
      implements Layer {}
}
