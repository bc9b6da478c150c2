package io.azulejo.bench;

import io.azulejo.bench.Scaling.Figure;
import io.azulejo.plot.picture.Chart;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Legend;
import io.azulejo.plot.picture.LogAxis;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.Paper;
import io.azulejo.plot.picture.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Draws the measurements of {@link Scaling} as SVG. There is one panel for each series. It shows
 * time over size on logarithmic axes, with a line of linear growth for comparison.
 */
final class ScalingPlot {
  private static final int BINS = 400;
  private static final Legend LINES =
      new Legend("", List.of("1 thread", "2 threads", "linear growth"));

  private final List<Figure> figures;
  private final LogAxis x;
  private final LogAxis y;

  private ScalingPlot(List<Figure> figures) {
    this.figures = figures;
    this.x = axis("size", figures.stream().mapToDouble(Figure::size));
    this.y = axis("seconds", figures.stream().mapToDouble(Figure::seconds));
  }

  private static LogAxis axis(String title, DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return LogAxis.of(title, sorted[0], sorted[sorted.length - 1], BINS);
  }

  static byte[] svg(List<Figure> figures) {
    ScalingPlot plot = new ScalingPlot(figures);
    List<Panel> panels = figures.stream().map(Figure::series).distinct().map(plot::panel).toList();
    return Chart.svg(
        new Picture("Time over size", "", plot.x, plot.y, false, 0, LINES, panels), Paper.STANDARD);
  }

  private Panel panel(Scaling.Series series) {
    List<Layer> lines = new ArrayList<>();
    List<Figure> own = figures.stream().filter(f -> f.series() == series).toList();
    own.stream()
        .collect(Collectors.groupingBy(Figure::threads))
        .forEach((threads, line) -> lines.add(band(threads - 1, line)));
    Figure last = own.get(own.size() - 1);
    double least = figures.stream().mapToDouble(Figure::seconds).min().getAsDouble();
    int size = (int) Math.ceil(last.size() * least / last.seconds());
    double seconds = size * last.seconds() / last.size();
    lines.add(band(2, List.of(new Figure(series, size, 1, seconds, 0), last)));
    return new Panel(series.title + " (" + series.unit + ")", lines);
  }

  private Layer.Band band(int line, List<Figure> figures) {
    double[] places = figures.stream().mapToDouble(f -> x.position(f.size())).toArray();
    double[] times = figures.stream().mapToDouble(f -> y.position(f.seconds())).toArray();
    return new Layer.Band(places, times, times, times, line);
  }
}
