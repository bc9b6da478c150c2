package io.azulejo.plot;

import io.azulejo.plot.picture.PanelGrid;

/**
 * The space between the axes of a picture.
 *
 * @param columns the maximum number of bins in x
 * @param rows the maximum number of bins in y
 * @param shape the height of a bin relative to its width
 * @param fine whether the picture goes to a file instead of characters
 */
public record PlotSpace(int columns, int rows, double shape, boolean fine) {
  /** Returns the layout of several panels, in bins. */
  PanelGrid panels(int count, double aspect) {
    return fine
        ? PanelGrid.of(count, columns, rows, aspect)
        : PanelGrid.below(count, columns, rows).shapedAs(aspect / shape);
  }
}
