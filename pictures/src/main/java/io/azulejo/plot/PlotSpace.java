package io.azulejo.plot;

import io.azulejo.plot.picture.PanelGrid;

/**
 * The room for what is drawn between axes.
 *
 * @param columns the greatest number of bins to the right
 * @param rows the greatest number of bins upwards
 * @param shape the height of a bin as a multiple of its width
 * @param fine whether it is in a file, not of characters
 */
public record PlotSpace(int columns, int rows, double shape, boolean fine) {
  /** The room of each of several panels of a shape, in bins. */
  PanelGrid panels(int count, double aspect) {
    return fine
        ? PanelGrid.of(count, columns, rows, aspect)
        : PanelGrid.below(count, columns, rows).shapedAs(aspect / shape);
  }
}
