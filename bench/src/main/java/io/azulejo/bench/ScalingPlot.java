package io.azulejo.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Figures of {@link Scaling} as SVG: a panel for each unit, time over size, both logarithmic; the
 * dotted line is linear growth. Lines of one thread are thin.
 */
final class ScalingPlot {
  private static final int WIDTH = 330;
  private static final int HEIGHT = 260;
  private static final int LEFT = 48;
  private static final int BOTTOM = 36;
  private static final int TOP = 58;
  private static final List<String> COLORS = List.of("#1b6ca8", "#c4572b", "#3b8f4a");

  private final StringBuilder svg = new StringBuilder();

  private ScalingPlot() {}

  static String svg(List<Scaling.Figure> figures) {
    Map<String, List<Scaling.Figure>> panels = new LinkedHashMap<>();
    figures.forEach(
        figure -> panels.computeIfAbsent(figure.series().unit, u -> new ArrayList<>()).add(figure));
    ScalingPlot plot = new ScalingPlot();
    int width = WIDTH * Math.min(2, panels.size());
    int height = HEIGHT * ((panels.size() + 1) / 2);
    plot.add(
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'"
            + " font-size='11'><rect width='100%%' height='100%%' fill='white'/>",
        width, height);
    int number = 0;
    for (Map.Entry<String, List<Scaling.Figure>> panel : panels.entrySet()) {
      plot.add("<g transform='translate(%d,%d)'>", number % 2 * WIDTH, number / 2 * HEIGHT);
      plot.panel(panel.getKey(), panel.getValue());
      plot.add("</g>");
      number++;
    }
    return plot.add("</svg>").svg.toString();
  }

  private void panel(String unit, List<Scaling.Figure> figures) {
    Axis x = Axis.of(figures.stream().mapToDouble(Scaling.Figure::size), LEFT, WIDTH - 14);
    Axis y = Axis.of(figures.stream().mapToDouble(Scaling.Figure::seconds), HEIGHT - BOTTOM, TOP);
    for (int power = x.low; power <= x.high; power++) {
      add(
          "<line x1='%1$.1f' x2='%1$.1f' y1='%2$d' y2='%3$d' stroke='#ddd'/>",
          x.at(power), TOP, HEIGHT - BOTTOM);
      add(
          "<text x='%.1f' y='%d' text-anchor='middle'>1e%d</text>",
          x.at(power), HEIGHT - BOTTOM + 14, power);
    }
    for (int power = y.low; power <= y.high; power++) {
      add(
          "<line x1='%2$d' x2='%3$d' y1='%1$.1f' y2='%1$.1f' stroke='#ddd'/>",
          y.at(power), LEFT, WIDTH - 14);
      add(
          "<text x='%d' y='%.1f' text-anchor='end'>1e%d s</text>",
          LEFT - 4, y.at(power) + 4, power);
    }
    add(
        "<text x='%d' y='%d' text-anchor='middle'>%s</text>",
        (LEFT + WIDTH - 14) / 2, HEIGHT - 6, unit);
    double powers = Math.min(x.high - x.low, y.high - y.low);
    add(
        "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#888' stroke-dasharray='2 3'/>",
        x.at(x.high - powers), y.at(y.low), x.at(x.high), y.at(y.low + powers));
    Set<Scaling.Series> series = new LinkedHashSet<>();
    figures.forEach(figure -> series.add(figure.series()));
    int number = 0;
    for (Scaling.Series each : series) {
      String color = COLORS.get(number);
      add("<text x='%d' y='%d' fill='%s'>%s</text>", LEFT, 16 + 14 * number++, color, each.title);
      IntStream.of(1, 2)
          .forEach(
              threads ->
                  line(
                      figures.stream()
                          .filter(f -> f.series() == each && f.threads() == threads)
                          .toList(),
                      x,
                      y,
                      color,
                      threads));
    }
  }

  private void line(List<Scaling.Figure> figures, Axis x, Axis y, String color, int threads) {
    if (!figures.isEmpty()) {
      StringBuilder points = new StringBuilder();
      for (Scaling.Figure figure : figures) {
        points.append(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f ",
                x.at(Math.log10(figure.size())),
                y.at(Math.log10(figure.seconds()))));
      }
      add(
          "<polyline points='%s' fill='none' stroke='%s' stroke-width='%d'/>",
          points.toString().strip(), color, threads);
    }
  }

  /** Powers of ten along a side of a panel. */
  private record Axis(int low, int high, int from, int to) {
    static Axis of(DoubleStream values, int from, int to) {
      double[] sorted = values.map(Math::log10).sorted().toArray();
      int low = (int) Math.floor(sorted[0]);
      int high = (int) Math.ceil(sorted[sorted.length - 1] - 1e-9);
      return new Axis(low, Math.max(high, low + 1), from, to);
    }

    double at(double power) {
      return from + (power - low) / (high - low) * (to - from);
    }
  }

  private ScalingPlot add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }
}
