package io.azulejo.plot;

import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of a field over another: in each bin the mean, the least and the greatest value. */
final class LinePlot {
  private final PlotContext context;
  private double[] lows;
  private double[] highs;
  private double[] sums;
  private long[] counts;
  private int columns;

  LinePlot(PlotContext context) {
    this.context = context;
  }

  Picture picture() {
    PlotFields fields = context.fields;
    context.survey(fields.x(), fields.color(), fields.by());
    FieldPositions by = context.panels();
    FieldPositions color = context.colors();
    PanelGrid grid = context.grid(by, 0);
    // Characters have two dots side by side.
    FieldPositions x =
        context.axis(fields.x(), context.space.fine() ? grid.width() : 2 * grid.width(), false);
    FieldPositions values =
        FieldPositions.of(fields.y(), context.source, context.isLogarithmic(Scaled.Y));
    columns = x.axis().bins();
    int lines = color == null ? 1 : color.axis().bins();
    int size = PlotContext.count(by) * lines * columns;
    lows = new double[size];
    highs = new double[size];
    sums = new double[size];
    counts = new long[size];
    Arrays.fill(lows, Double.POSITIVE_INFINITY);
    Arrays.fill(highs, Double.NEGATIVE_INFINITY);
    context.source.read(
        PlotContext.wanted(x, values, color, by),
        batch -> {
          PlotContext.load(batch, x, values, color, by);
          for (int row = 0; row < batch.rows(); row++) {
            int line = color == null ? 0 : color.bin(row);
            int panel = by == null ? 0 : by.bin(row);
            if (x.bin(row) >= 0 && line >= 0 && panel >= 0) {
              add((panel * lines + line) * columns + x.bin(row), values.value(row));
            }
          }
        });
    double low = Arrays.stream(lows).min().orElseThrow();
    double high = Arrays.stream(highs).max().orElseThrow();
    if (low > high) {
      throw context.nothing();
    }
    FieldAxis y = context.axisOf(fields.y(), low, high, (int) grid.height());
    List<Panel> panels = new ArrayList<>();
    for (int panel = 0; panel < PlotContext.count(by); panel++) {
      List<Layer> layers = new ArrayList<>();
      for (int line = 0; line < lines; line++) {
        Layer.Band band =
            band((panel * lines + line) * columns, y, color == null ? Double.NaN : line);
        if (band.x().length > 0) {
          layers.add(band);
        }
      }
      panels.add(new Panel(PlotContext.panelName(by, panel), layers));
    }
    Coloring inks = color == null ? null : context.inks(color, fields.color().title(), null);
    String title = fields.y().title() + " by " + fields.x().title();
    List<String> notes = new ArrayList<>();
    boolean several = Arrays.stream(counts).anyMatch(c -> c > 1);
    if (several) {
      notes.add("mean, and from the least to the greatest value");
    }
    notes.addAll(context.leftOut(x, values, color));
    return context.picture(title, notes, by, x.axis(), y.axis(), false, 0, inks, panels);
  }

  private void add(int at, double value) {
    if (!Double.isNaN(value)) {
      lows[at] = Math.min(lows[at], value);
      highs[at] = Math.max(highs[at], value);
      sums[at] += value;
      counts[at]++;
    }
  }

  private Layer.Band band(int from, FieldAxis y, double value) {
    List<double[]> marks = new ArrayList<>();
    for (int bin = 0; bin < columns; bin++) {
      int at = from + bin;
      if (counts[at] > 0) {
        // Rounding must not put the mean of equal values beside them.
        double mean = Math.max(lows[at], Math.min(highs[at], sums[at] / counts[at]));
        marks.add(new double[] {bin + 0.5, y.place(lows[at]), y.place(mean), y.place(highs[at])});
      } else if (context.schema.isDense()) {
        // Cells that a sparse array does not have interrupt nothing.
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
