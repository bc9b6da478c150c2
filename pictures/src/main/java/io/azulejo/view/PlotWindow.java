package io.azulejo.view;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.bins.NumberField;

/**
 * The fields of a plot on the page, and the visible part of its axes.
 *
 * @param x the field of the horizontal axis
 * @param y the field of the vertical axis; null for a single axis, with y0 = 0 and y1 = 1
 * @param color the field whose mean is shown; null to count cells
 * @param x0 the start of the visible part of x
 * @param x1 the end of the visible part of x, exclusive
 * @param y0 the start of the visible part of y
 * @param y1 the end of the visible part of y, exclusive
 */
record PlotWindow(
    NumberField x, NumberField y, NumberField color, double x0, double x1, double y0, double y1) {
  PlotWindow {
    if (!(x0 < x1 && y0 < y1) || !Double.isFinite(x1 - x0) || !Double.isFinite(y1 - y0)) {
      throw new InvalidRequestException(
          "the window from %s to %s and from %s to %s is empty".formatted(x0, x1, y0, y1));
    }
  }

  /**
   * Returns the window of a request.
   *
   * @param bounded whether to use the bounds in the request; otherwise the window contains all
   *     positions
   */
  static PlotWindow of(OpenedArray opened, Parameters parameters, boolean bounded) {
    NumberField y = parameters.optional("y").map(opened::field).orElse(null);
    return new PlotWindow(
        opened.field(parameters.required("x")),
        y,
        parameters.optional("color").map(opened::field).orElse(null),
        bounded ? parameters.number("x0") : -Double.MAX_VALUE / 2,
        bounded ? parameters.number("x1") : Double.MAX_VALUE / 2,
        bounded && y != null ? parameters.number("y0") : 0,
        bounded && y != null ? parameters.number("y1") : 1);
  }

  /** Returns whether all axes are dimensions. */
  boolean isOfDimensions() {
    return x.isDimension() && (y == null || y.isDimension());
  }
}
