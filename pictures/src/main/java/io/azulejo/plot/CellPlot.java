package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Subarray;

/**
 * A plot of an array's cells. Cells are binned while they are read, so memory depends on the size
 * of the picture.
 */
public final class CellPlot {
  private final Array array;
  private final String name;
  private final PlotRequest request;
  private final Subarray part;
  private final PlotFields fields;

  /**
   * Creates a plot of a subarray.
   *
   * @param name the name of the array in titles
   * @throws io.azulejo.error.InvalidRequestException if it cannot be plotted as requested; the
   *     message names alternatives
   */
  public CellPlot(Array array, String name, PlotRequest request, Subarray part) {
    this.array = array;
    this.name = name;
    this.request = request;
    this.part = part;
    this.fields = PlotFields.of(array, part, request);
  }

  /**
   * Reads the cells and returns their picture.
   *
   * @throws io.azulejo.error.InvalidRequestException if the selection is empty, or its cells cannot
   *     be drawn as requested
   */
  public Picture picture(CellSource source, PlotSpace space) {
    PlotContext context = new PlotContext(array, name, fields, request, part, source, space);
    return switch (fields.form()) {
      case HISTOGRAM -> new HistogramPlot(context).picture();
      case IMAGE -> new ImagePlot(context).picture();
      case LINE -> new LinePlot(context).picture();
      case HEAT_MAP, SCATTER -> new PlacePlot(context).picture();
    };
  }
}
