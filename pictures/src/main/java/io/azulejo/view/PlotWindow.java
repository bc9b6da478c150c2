package io.azulejo.view;

import io.azulejo.error.InvalidRequestException;

/**
 * What is looked at: from x0 to x1 and from y0 to y1, of which x1 and y1 are outside. Where there
 * is one axis alone, y goes from 0 to 1.
 */
record PlotWindow(double x0, double x1, double y0, double y1) {
  PlotWindow {
    if (!(x0 < x1 && y0 < y1) || !Double.isFinite(x1 - x0) || !Double.isFinite(y1 - y0)) {
      throw new InvalidRequestException(
          "a window from %s to %s and from %s to %s is empty".formatted(x0, x1, y0, y1));
    }
  }

  /** That of a request. */
  static PlotWindow of(Parameters parameters, boolean two) {
    return new PlotWindow(
        parameters.number("x0"),
        parameters.number("x1"),
        two ? parameters.number("y0") : 0,
        two ? parameters.number("y1") : 1);
  }
}
