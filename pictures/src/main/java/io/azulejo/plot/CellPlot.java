package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Subarray;

/**
 * The picture of the cells of an array. Cells are read batch by batch and put into bins, so that
 * what is kept depends on the picture alone.
 */
public final class CellPlot {
  private final Array array;
  private final String name;
  private final PlotRequest request;
  private final Subarray part;
  private final PlotFields fields;

  /**
   * A plot of a part of an array.
   *
   * @param name what the array is called in titles
   * @throws io.azulejo.error.InvalidRequestException if it cannot be shown; the message says what
   *     can
   */
  public CellPlot(Array array, String name, PlotRequest request, Subarray part) {
    this.array = array;
    this.name = name;
    this.request = request;
    this.part = part;
    this.fields = PlotFields.of(array, part, request);
  }

  /**
   * The picture of some cells.
   *
   * @throws io.azulejo.error.InvalidRequestException if there is nothing to draw, or not in this
   *     way
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
