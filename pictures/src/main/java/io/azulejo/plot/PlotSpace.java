package io.azulejo.plot;

import io.azulejo.plot.picture.PanelGrid;

/**
 * The space between the axes of a picture.
 *
 * @param columns the maximum number of bins on the x axis
 * @param rows the maximum number of bins on the y axis
 * @param shape the height of a bin relative to its width
 * @param fine whether the picture goes to a file; otherwise it consists of characters
 */
public record PlotSpace(int columns, int rows, double shape, boolean fine) {
  /**
   * Returns the layout of a number of panels. Lengths are in bins.
   *
   * @param aspect the height of a panel relative to its width; 0 for any shape
   */
  PanelGrid panels(int count, double aspect) {
    return fine
        ? PanelGrid.of(count, columns, rows, aspect)
        : PanelGrid.below(count, columns, rows).shapedAs(aspect / shape);
  }
}
