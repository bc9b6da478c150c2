package io.azulejo.plot;

import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.FloatingPointAxis;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.LogAxis;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Draws a histogram: how often each value of a field occurs. Numbers have vertical bars, names have
 * horizontal ones.
 */
final class HistogramPlot {
  private static final double ROOM = 1.04;

  /** The start of a logarithmic axis of counts. It is below 1, so that a single cell is visible. */
  private static final double LEAST = 0.5;

  private final PlotContext context;
  private final PlotField field;

  HistogramPlot(PlotContext context) {
    this.context = context;
    this.field = context.fields.x();
  }

  Picture picture() {
    context.survey(field, context.fields.by());
    FieldPositions by = context.panels();
    PanelGrid grid = context.grid(by, 0);
    return field.categorical() ? names(by, grid) : numbers(by, grid);
  }

  private Picture names(FieldPositions by, PanelGrid grid) {
    // Parts of the calendar run from left to right. Names are easier to read one below the other.
    boolean horizontal = field.part() == null;
    FieldPositions names = context.axis(field, horizontal ? grid.height() : grid.width(), false);
    int size = names.axis().bins();
    long[][] counts = new long[PlotContext.count(by)][size];
    context.read(
        batch -> {
          for (int row = 0; row < batch.rows(); row++) {
            int panel = by == null ? 0 : by.bin(row);
            if (panel >= 0 && names.bin(row) >= 0) {
              counts[panel][names.bin(row)]++;
            }
          }
        },
        names,
        by);
    Axis lengths = countAxis(counts, (int) (horizontal ? grid.width() : grid.height()));
    double[] starts = new double[size];
    double[] ends = new double[size];
    Arrays.setAll(starts, i -> i);
    Arrays.setAll(ends, i -> i + 1);
    List<Panel> panels = panels(by, counts, lengths, starts, ends, horizontal);
    return context.picture(
        field.title(),
        notes(counts, "", context.leftOut(names)),
        by,
        horizontal ? lengths : names.axis(),
        horizontal ? names.axis() : lengths,
        horizontal,
        0,
        null,
        panels);
  }

  private Picture numbers(FieldPositions by, PanelGrid grid) {
    FieldSurvey.Numbers known = context.numbers(field);
    boolean logarithmic = context.isLogarithmic(Scaled.X);
    if (known.isEmpty()) {
      throw context.nothing();
    }
    if (logarithmic) {
      context.logAxis(field.title(), known.leastPositive(), known.high(), 1);
    }
    HistogramBins bins = HistogramBins.of(field, known, logarithmic);
    FieldPositions values = FieldPositions.of(field, context.source, logarithmic);
    long[][] fine = new long[PlotContext.count(by)][bins.size()];
    context.read(
        batch -> {
          for (int row = 0; row < batch.rows(); row++) {
            int panel = by == null ? 0 : by.bin(row);
            double value = values.value(row);
            int bin = panel < 0 || Double.isNaN(value) ? -1 : bins.bin(value);
            if (bin >= 0) {
              fine[panel][bin]++;
            }
          }
        },
        values,
        by);
    long[] all = new long[bins.size()];
    for (long[] panel : fine) {
      Arrays.setAll(all, i -> all[i] + panel[i]);
    }
    int each = bins.each(all, context.request.bins());
    // Shift the bars so that they start at multiples of their width.
    int shift = Math.floorMod(Math.round(bins.edge(0) / (bins.edge(1) - bins.edge(0))), each);
    shift = bins.isRound() ? shift : 0;
    int bars = (bins.size() + shift + each - 1) / each;
    long[][] counts = new long[fine.length][bars];
    for (int panel = 0; panel < fine.length; panel++) {
      for (int bin = 0; bin < bins.size(); bin++) {
        counts[panel][(bin + shift) / each] += fine[panel][bin];
      }
    }
    Axis x = bins.axis(-shift, bars * each - shift, (int) grid.width());
    double[] starts = new double[bars];
    double[] ends = new double[bars];
    for (int bar = 0; bar < bars; bar++) {
      starts[bar] = bins.place(x, bins.edge(bar * each - shift));
      ends[bar] = bins.place(x, bins.edge((bar + 1) * each - shift));
    }
    Axis lengths = countAxis(counts, (int) grid.height());
    List<Panel> panels = panels(by, counts, lengths, starts, ends, false);
    return context.picture(
        field.title(),
        notes(counts, bins.width(each), context.leftOut(values)),
        by,
        x,
        lengths,
        false,
        0,
        null,
        panels);
  }

  private static List<String> notes(long[][] counts, String width, List<String> leftOut) {
    long cells = Arrays.stream(counts).mapToLong(c -> Arrays.stream(c).sum()).sum();
    List<String> notes = new ArrayList<>();
    notes.add("%,d cell%s".formatted(cells, cells == 1 ? "" : "s"));
    if (!width.isEmpty()) {
      notes.add(width);
    }
    notes.addAll(leftOut);
    return notes;
  }

  private Axis countAxis(long[][] counts, int max) {
    long most = Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
    if (most == 0) {
      throw context.nothing();
    }
    return context.isLogarithmic(Scaled.Y)
        ? LogAxis.of("cells", LEAST, most * ROOM, max)
        : FloatingPointAxis.ofCounts("cells", most * ROOM, max);
  }

  private static List<Panel> panels(
      FieldPositions by,
      long[][] counts,
      Axis lengths,
      double[] starts,
      double[] ends,
      boolean horizontal) {
    List<Panel> panels = new ArrayList<>();
    for (int panel = 0; panel < counts.length; panel++) {
      double[] places =
          Arrays.stream(counts[panel]).mapToDouble(c -> Math.max(0, lengths.position(c))).toArray();
      panels.add(
          new Panel(
              PlotContext.panelName(by, panel),
              List.of(new Layer.Bars(starts, ends, places, horizontal))));
    }
    return panels;
  }
}
