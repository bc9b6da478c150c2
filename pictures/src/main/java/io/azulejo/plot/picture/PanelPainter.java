package io.azulejo.plot.picture;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Draws the layers of a panel at a position of the canvas. */
final class PanelPainter {
  /** The minimum width and height of a box in pixels, so that it stays visible. */
  private static final double MIN_BOX = 6;

  /** The minimum width in pixels of bars that have gaps between them. */
  private static final double MIN_BAR = 4;

  private static final double BAND = 0.25;
  private static final int DOT_ROOM = 8;

  private final Picture picture;
  private final Canvas canvas;
  private final Theme theme;
  private final double unitX;
  private final double unitY;
  private final double left;
  private final double top;
  private final double width;
  private final double height;
  private final boolean dotted; // whether lines have a dot at each value

  PanelPainter(
      Picture picture,
      Canvas canvas,
      Theme theme,
      double unitX,
      double unitY,
      double left,
      double top) {
    this.picture = picture;
    this.canvas = canvas;
    this.theme = theme;
    this.unitX = unitX;
    this.unitY = unitY;
    this.left = left;
    this.top = top;
    this.width = unitX * picture.x().bins();
    this.height = unitY * picture.y().bins();
    this.dotted =
        picture
            .layers()
            .allMatch(l -> !(l instanceof Layer.Band band) || band.x().length * DOT_ROOM < width);
  }

  double x(double at) {
    return left + at * unitX;
  }

  double y(double at) {
    return picture.downwards() ? top + at * unitY : top + height - at * unitY;
  }

  /**
   * Draws the band of a line. Call this for all layers before {@link #draw}, so that bands stay in
   * the background.
   */
  void drawBehind(Layer layer) {
    if (layer instanceof Layer.Band band) {
      band(band, true);
    }
  }

  void draw(Layer layer) {
    if (layer instanceof Layer.Cells cells) {
      cells(cells);
    } else if (layer instanceof Layer.Pixels pixels) {
      image(pixels.argb());
    } else if (layer instanceof Layer.Lines lines) {
      for (double at : lines.x()) {
        line(x(at), top, x(at), top + height, theme.paper());
      }
      for (double at : lines.y()) {
        line(left, y(at), left + width, y(at), theme.paper());
      }
    } else if (layer instanceof Layer.Boxes boxes) {
      boxes(boxes);
    } else if (layer instanceof Layer.Bars bars) {
      bars(bars);
    } else if (layer instanceof Layer.Points points) {
      points(points);
    } else if (layer instanceof Layer.Band band) {
      band(band, false);
    }
  }

  private void line(double x0, double y0, double x1, double y1, int rgb) {
    canvas.line(new double[] {x0, x1}, new double[] {y0, y1}, rgb, 1);
  }

  private void cells(Layer.Cells cells) {
    int[] argb = new int[cells.values().length];
    for (int i = 0; i < argb.length; i++) {
      double value = cells.values()[i];
      argb[i] = Double.isNaN(value) ? 0 : 0xff000000 | ink(value);
    }
    canvas.fill(left, top, width, height, theme.blank(), 1);
    image(argb);
  }

  /** Draws an image whose rows are bins of y, starting with the first bin. */
  private void image(int[] argb) {
    int columns = picture.x().bins();
    int rows = picture.y().bins();
    int[] turned = argb;
    if (!picture.downwards()) {
      turned = new int[argb.length];
      for (int row = 0; row < rows; row++) {
        System.arraycopy(argb, row * columns, turned, (rows - 1 - row) * columns, columns);
      }
    }
    canvas.image(left, top, width, height, columns, rows, turned);
  }

  private int ink(double value) {
    int rgb = picture.inks().rgb(value);
    boolean named = picture.inks() instanceof Legend legend && !legend.isContinuous();
    return named ? theme.category(rgb) : rgb;
  }

  private int defaultColor() {
    return theme.category(Colors.category(0));
  }

  private void boxes(Layer.Boxes boxes) {
    for (int i = 0; i < boxes.values().length; i++) {
      double[] edges = boxes.edges();
      double x0 = x(edges[4 * i]);
      double x1 = Math.max(x0 + 1, x(edges[4 * i + 1]));
      double ya = y(edges[4 * i + 2]);
      double yb = y(edges[4 * i + 3]);
      double y0 = Math.min(ya, yb);
      double y1 = Math.max(y0 + 1, Math.max(ya, yb));
      int rgb = ink(boxes.values()[i]);
      if (boxes.filled()) {
        canvas.fill(x0, y0, x1 - x0, y1 - y0, rgb, 0.22);
        canvas.outline(x0, y0, x1 - x0, y1 - y0, rgb, 1.5);
      } else if (x1 - x0 < MIN_BOX || y1 - y0 < MIN_BOX) {
        double wide = Math.max(MIN_BOX, x1 - x0);
        double high = Math.max(MIN_BOX, y1 - y0);
        double x = Math.max(left, Math.min(left + width - wide, (x0 + x1 - wide) / 2));
        double y = Math.max(top, Math.min(top + height - high, (y0 + y1 - high) / 2));
        canvas.fill(x, y, wide, high, rgb, 1);
      } else {
        canvas.outline(
            x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2, Colors.mix(rgb, theme.ink(), 0.45), 2);
      }
    }
  }

  private void bars(Layer.Bars bars) {
    for (int i = 0; i < bars.lengths().length; i++) {
      double start = bars.starts()[i];
      double end = bars.ends()[i];
      double length = Math.max(0, bars.lengths()[i]);
      double x0 = bars.horizontal() ? left : x(start);
      double x1 = bars.horizontal() ? x(length) : x(end);
      double ya = bars.horizontal() ? y(start) : y(0);
      double yb = bars.horizontal() ? y(end) : y(length);
      double y0 = Math.min(ya, yb);
      double y1 = Math.max(ya, yb);
      double across = bars.horizontal() ? y1 - y0 : x1 - x0;
      double free = across < MIN_BAR ? 0 : bars.horizontal() ? across * 0.2 : 1;
      if (bars.horizontal()) {
        canvas.fill(x0, y0 + free / 2, x1 - x0, y1 - y0 - free, defaultColor(), 1);
      } else {
        canvas.fill(x0 + free / 2, y0, x1 - x0 - free, y1 - y0, defaultColor(), 1);
      }
    }
  }

  private void points(Layer.Points points) {
    int count = points.x().length;
    double radius = count <= 300 ? 3.5 : count <= 2000 ? 2.5 : 1.75;
    double[] values = points.values();
    for (int i = 0; i < count; i++) {
      boolean blank = values != null && Double.isNaN(values[i]);
      int rgb = values == null ? defaultColor() : blank ? theme.faint() : ink(values[i]);
      canvas.dot(x(points.x()[i]), y(points.y()[i]), radius, rgb, values == null ? 0.6 : 0.85);
    }
  }

  private void band(Layer.Band band, boolean area) {
    int rgb = Double.isNaN(band.value()) ? defaultColor() : ink(band.value());
    int count = band.x().length;
    for (int from = 0; from < count; from++) {
      int to = from;
      boolean wide = false;
      while (to < count && !Double.isNaN(band.lows()[to])) {
        wide |= band.highs()[to] > band.lows()[to];
        to++;
      }
      if (to > from) {
        int start = from;
        double[] x = IntStream.range(start, to).mapToDouble(i -> x(band.x()[i])).toArray();
        double[] low = places(band.lows(), from, to);
        double[] mean = places(band.means(), from, to);
        double[] high = places(band.highs(), from, to);
        if (area && wide) {
          canvas.area(joined(x, reversed(x)), joined(high, reversed(low)), rgb, BAND);
        } else if (!area) {
          canvas.line(x, mean, rgb, 1.5);
          for (int i = 0; i < x.length && (dotted || x.length == 1); i++) {
            canvas.dot(x[i], mean[i], 2.5, rgb, 1);
          }
        }
      }
      from = to;
    }
  }

  private double[] places(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).map(this::y).toArray();
  }

  private static double[] reversed(double[] values) {
    return IntStream.range(0, values.length)
        .mapToDouble(i -> values[values.length - 1 - i])
        .toArray();
  }

  private static double[] joined(double[] forward, double[] backward) {
    return IntStream.range(0, forward.length + backward.length)
        .mapToDouble(i -> i < forward.length ? forward[i] : backward[i - forward.length])
        .toArray();
  }
}
