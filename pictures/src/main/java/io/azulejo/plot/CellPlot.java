package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Subarray;

/**
 * Plots the cells of an array. Cells are binned while they are read; memory depends on the picture.
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
   * @throws io.azulejo.error.InvalidRequestException if it cannot be plotted; the message names
   *     alternatives
   */
  public CellPlot(Array array, String name, PlotRequest request, Subarray part) {
    this.array = array;
    this.name = name;
    this.request = request;
    this.part = part;
    this.fields = PlotFields.of(array, part, request);
  }

  /**
   * Returns the picture of cells.
   *
   * @throws io.azulejo.error.InvalidRequestException if the source is empty, or its cells cannot be
   *     drawn this way
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
