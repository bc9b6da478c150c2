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
  private final PlotFields fields;
  private final PlotRequest request;
  private final Subarray part;
  private final CellSource source;

  /**
   * A plot of some fields of the cells of a part of an array.
   *
   * @param name what the array is called in titles
   * @param fields what the request comes to for this array
   */
  public CellPlot(
      Array array,
      String name,
      PlotFields fields,
      PlotRequest request,
      Subarray part,
      CellSource source) {
    this.array = array;
    this.name = name;
    this.fields = fields;
    this.request = request;
    this.part = part;
    this.source = source;
  }

  /**
   * The picture.
   *
   * @throws io.azulejo.error.InvalidRequestException if there is nothing to draw, or not in this
   *     way
   */
  public Picture picture(PlotSpace space) {
    PlotContext context = new PlotContext(array, name, fields, request, part, source, space);
    return switch (fields.form()) {
      case HISTOGRAM -> new HistogramPlot(context).picture();
      case IMAGE -> new ImagePlot(context).picture();
      case LINE -> new LinePlot(context).picture();
      case HEAT_MAP, SCATTER -> new PlacePlot(context).picture();
    };
  }
}
