package io.azulejo.plot;

import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.bins.Bins;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Draws lines of a field over another field. Each bin shows the mean, the least and the greatest
 * value.
 */
final class LinePlot {
  private final PlotContext context;

  LinePlot(PlotContext context) {
    this.context = context;
  }

  Picture picture() {
    PlotFields fields = context.fields;
    context.survey(fields.x(), fields.color(), fields.by());
    FieldPositions by = context.panels();
    FieldPositions color = context.colors();
    PanelGrid grid = context.grid(by, 0);
    // A character has two dots side by side.
    FieldPositions x =
        context.axis(fields.x(), context.space.fine() ? grid.width() : 2 * grid.width(), false);
    FieldPositions values =
        FieldPositions.of(fields.y(), context.source, context.isLogarithmic(Scaled.Y));
    int columns = x.axis().bins();
    int lines = color == null ? 1 : color.axis().bins();
    Bins bins = Bins.withExtremes(PlotContext.count(by) * lines * columns);
    context.read(batch -> PlotContext.add(bins, batch, values, by, color, x), x, values, color, by);
    double low = Arrays.stream(bins.lows()).min().orElseThrow();
    double high = Arrays.stream(bins.highs()).max().orElseThrow();
    if (low > high) {
      throw context.nothing();
    }
    FieldAxis y = context.axisOf(fields.y(), low, high, (int) grid.height());
    List<Panel> panels = new ArrayList<>();
    for (int panel = 0; panel < PlotContext.count(by); panel++) {
      List<Layer> layers = new ArrayList<>();
      for (int line = 0; line < lines; line++) {
        int from = (panel * lines + line) * columns;
        Layer.Band band = band(bins, from, columns, y, color == null ? Double.NaN : line);
        if (band.x().length > 0) {
          layers.add(band);
        }
      }
      panels.add(new Panel(PlotContext.panelName(by, panel), layers));
    }
    Coloring inks = color == null ? null : context.inks(color, fields.color().title(), null);
    String title = fields.y().title() + " by " + fields.x().title();
    List<String> notes = new ArrayList<>();
    if (bins.max() > 1) {
      notes.add("mean, minimum and maximum");
    }
    notes.addAll(context.leftOut(x, values, color));
    return context.picture(title, notes, by, x.axis(), y.axis(), false, 0, inks, panels);
  }

  private Layer.Band band(Bins bins, int from, int columns, FieldAxis y, double value) {
    List<double[]> marks = new ArrayList<>();
    for (int bin = 0; bin < columns; bin++) {
      int at = from + bin;
      if (bins.count(at) > 0) {
        double low = bins.lows()[at];
        double high = bins.highs()[at];
        // Rounding must not move the mean of equal values away from them.
        double mean = Math.max(low, Math.min(high, bins.mean(at)));
        marks.add(
            new double[] {
              bin + 0.5, y.axis().position(low), y.axis().position(mean), y.axis().position(high)
            });
      } else if (context.schema.isDense()) {
        // Only dense arrays: a missing cell of a sparse array does not interrupt the line.
        marks.add(new double[] {bin + 0.5, Double.NaN, Double.NaN, Double.NaN});
      }
    }
    return new Layer.Band(
        marks.stream().mapToDouble(m -> m[0]).toArray(),
        marks.stream().mapToDouble(m -> m[1]).toArray(),
        marks.stream().mapToDouble(m -> m[2]).toArray(),
        marks.stream().mapToDouble(m -> m[3]).toArray(),
        value);
  }
}
