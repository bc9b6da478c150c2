package io.azulejo.plot.picture;

import io.azulejo.plot.picture.Canvas.Anchor;
import io.azulejo.plot.picture.Canvas.Font;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Draws the key of a {@link Chart}, which explains its colors: a color scale or a legend. */
final class ChartKey {
  private static final int GAP = 8;
  private static final int TICK = 5;
  private static final int BAR = 16;
  private static final int SWATCH = 13;
  private static final int LINE = 20;
  private static final int TICK_DISTANCE = 48;

  /** The maximum height of a color scale. Taller scales are not easier to read. */
  private static final double MAX_OF_SCALE = 360;

  private static final double MIN_OF_SCALE = 100;

  private final Coloring inks;
  private final Canvas canvas;
  private final Theme theme;
  private final Font title;
  private final Font label;

  ChartKey(Coloring inks, Canvas canvas, Theme theme, Font title, Font label) {
    this.inks = inks;
    this.canvas = canvas;
    this.theme = theme;
    this.title = title;
    this.label = label;
  }

  /** Returns the width of the key beside a chart of the given height; 0 without a key. */
  double width(double height) {
    if (inks == null) {
      return 0;
    }
    if (isLegend()) {
      Legend legend = (Legend) inks;
      double widest = canvas.width(legend.title(), title);
      for (String entry : legend.entries()) {
        widest = Math.max(widest, SWATCH + GAP + canvas.width(entry, label));
      }
      return 3 * GAP + widest;
    }
    return 3 * GAP
        + Math.max(BAR + TICK + GAP + widest(ticks(height)), canvas.width(name(), title));
  }

  /** Returns the minimum height of the key; 0 without a key. */
  double height() {
    if (inks == null) {
      return 0;
    }
    return isLegend() ? (((Legend) inks).entries().size() + 1) * LINE : MIN_OF_SCALE + LINE + GAP;
  }

  private boolean isLegend() {
    return inks instanceof Legend legend && !legend.isContinuous();
  }

  private String name() {
    return inks instanceof Scale scale ? scale.title() : ((Legend) inks).title();
  }

  /**
   * Draws the key.
   *
   * @param beside the right end of the chart
   * @param top the top of the chart
   * @param height the height of the chart
   * @param ends for each legend entry, the y position where its line ends at the right side of the
   *     chart, so that its name is placed there; null to list the names from the top
   */
  void draw(double beside, double top, double height, double[] ends) {
    double x = beside + 3 * GAP;
    if (isLegend()) {
      legend((Legend) inks, x, top, height, ends);
    } else if (inks != null) {
      scale(x, top, height);
    }
  }

  private void legend(Legend legend, double x, double top, double height, double[] ends) {
    int count = legend.entries().size();
    double[] places = new double[count];
    for (int i = 0; i < count; i++) {
      places[i] = top + LINE + GAP / 2.0 + SWATCH / 2.0 + i * LINE;
    }
    if (ends != null && (count + 1) * LINE <= height) {
      spread(ends, places, top + LINE + SWATCH / 2.0, top + height);
    }
    double first = Arrays.stream(places).min().orElse(top);
    canvas.text(legend.title(), x, first - LINE / 2.0 - 3, title, Anchor.START, false);
    for (int i = 0; i < count; i++) {
      int rgb = theme.category(legend.rgb(i));
      canvas.fill(x, places[i] - SWATCH / 2.0, SWATCH, SWATCH, rgb, 1);
      canvas.text(
          legend.entries().get(i), x + SWATCH + GAP, places[i] + 4, label, Anchor.START, false);
    }
  }

  /** Places each name at the end of its line, and moves names apart that would overlap. */
  private static void spread(double[] ends, double[] places, double low, double high) {
    int count = places.length;
    List<Integer> order =
        IntStream.range(0, count).boxed().sorted(Comparator.comparingDouble(i -> ends[i])).toList();
    double before = low - LINE;
    for (int index : order) {
      places[index] = Math.max(before + LINE, ends[index]);
      before = places[index];
    }
    double after = high + LINE;
    for (int i = count - 1; i >= 0; i--) {
      int index = order.get(i);
      places[index] = Math.min(after - LINE, places[index]);
      after = places[index];
    }
  }

  private List<Tick> ticks(double height) {
    int max = Math.max(3, (int) (length(height) / TICK_DISTANCE));
    if (inks instanceof Scale scale) {
      return scale.ticks(max);
    }
    Legend legend = (Legend) inks;
    int last = legend.entries().size() - 1;
    int count = Math.min(max, last);
    return IntStream.rangeClosed(0, count)
        .mapToObj(i -> new Tick((double) i / count, legend.entries().get(last * i / count)))
        .toList();
  }

  /** Returns the length of a color scale beside a chart of the given height. */
  private static double length(double height) {
    return Math.max(MIN_OF_SCALE, Math.min(MAX_OF_SCALE, height - LINE - GAP / 2.0));
  }

  private void scale(double x, double top, double height) {
    canvas.text(name(), x, top + SWATCH, title, Anchor.START, false);
    double from = top + LINE + GAP / 2.0;
    double high = length(height);
    int steps = 256;
    int[] argb = new int[steps];
    for (int i = 0; i < steps; i++) {
      argb[steps - 1 - i] = 0xff000000 | Colors.scale((double) i / (steps - 1));
    }
    canvas.image(x, from, BAR, high, 1, steps, argb);
    for (Tick tick : ticks(height)) {
      double at = from + high * (1 - tick.at());
      double crisp = Math.floor(at) + 0.5;
      canvas.line(
          new double[] {x + BAR, x + BAR + TICK}, new double[] {crisp, crisp}, theme.frame(), 1);
      canvas.text(tick.label(), x + BAR + TICK + 4, at + 4, label, Anchor.START, false);
    }
  }

  private double widest(List<Tick> ticks) {
    return ticks.stream().mapToDouble(t -> canvas.width(t.label(), label)).max().orElse(0);
  }
}
