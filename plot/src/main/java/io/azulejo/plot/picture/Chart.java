package io.azulejo.plot.picture;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.picture.Canvas.Anchor;
import io.azulejo.plot.picture.Canvas.Font;
import java.util.List;
import java.util.stream.IntStream;

/** Draws pictures for files: between two axes, with a colour scale or a legend beside. */
public final class Chart {
  /** The greatest number of bins that a picture in a file should have to the right. */
  public static final int COLUMNS = 800;

  /** The greatest number of bins that a picture in a file should have upwards. */
  public static final int ROWS = 600;

  private static final int ROWS_OF_LINE = 400;
  private static final int MARGIN = 18;
  private static final int GAP = 8;
  private static final int TICK = 5;
  private static final int BAR = 18;
  private static final int SWATCH = 13;
  private static final int LINE = 20;

  /** Smaller boxes are drawn larger, so that they are seen. */
  private static final double MIN_BOX = 6;

  private static final int TICK_DISTANCE_DOWN = 48;
  private static final int TICK_DISTANCE_ACROSS = 60;
  private static final double MAX_OF_ROW = 56;
  private static final double MAX_OF_COLUMN = 160;

  private static final Font TITLE = new Font(16, true, Colors.INK);
  private static final Font NOTE = new Font(12, false, Colors.FAINT);
  private static final Font AXIS = new Font(13, false, Colors.INK);
  private static final Font LABEL = new Font(12, false, Colors.INK);

  private final Picture picture;
  private final Canvas canvas;
  private final double unitX;
  private final double unitY;
  private final double width;
  private final double height;
  private final Ticks ticksX;
  private final Ticks ticksY;
  private double left;
  private double top;

  private Chart(Picture picture, Canvas canvas) {
    this.picture = picture;
    this.canvas = canvas;
    this.unitX = unit(picture, picture.x(), COLUMNS, MAX_OF_COLUMN);
    boolean line = picture.layers().stream().allMatch(Layer.Band.class::isInstance);
    this.unitY = unit(picture, picture.y(), line ? ROWS_OF_LINE : ROWS, MAX_OF_ROW);
    this.width = unitX * picture.x().bins();
    this.height = Math.max(unitY * picture.y().bins(), 1);
    this.ticksX = ticksAcross();
    this.ticksY = picture.y().ticks(Math.max(2, (int) (height / TICK_DISTANCE_DOWN)));
  }

  /**
   * Checks that PNG files can be made.
   *
   * @throws io.azulejo.error.InvalidRequestException if there are no fonts to write with
   */
  public static void requireFonts() {
    pngCanvas();
  }

  private static Canvas pngCanvas() {
    try {
      return new PngCanvas();
    } catch (RuntimeException | LinkageError | InternalError failure) {
      // Java says it in many ways: its module for graphics, a library or all fonts are missing.
      throw new InvalidRequestException(
          "PNG files need Java's graphics (the module java.desktop) and fonts, which are not here:"
              + " install fontconfig and a font such as DejaVu, or write an SVG file with --svg",
          null,
          failure);
    }
  }

  /**
   * The bytes of a PNG file.
   *
   * @throws io.azulejo.error.InvalidRequestException if there are no fonts to write with
   */
  public static byte[] png(Picture picture) {
    return new Chart(picture, pngCanvas()).draw();
  }

  /** The bytes of an SVG file. */
  public static byte[] svg(Picture picture) {
    return new Chart(picture, new SvgCanvas()).draw();
  }

  /** Pixels of a bin: an integer of them where bins are seen. */
  private static double unit(Picture picture, Axis axis, int max, double maxOfNamed) {
    boolean seen = picture.layers().stream().anyMatch(Layer.Cells.class::isInstance);
    double unit = (double) max / axis.bins();
    if (axis instanceof ListAxis) {
      unit = Math.min(unit, maxOfNamed);
    }
    return seen ? Math.max(1, Math.floor(unit)) : unit;
  }

  /** As many marks as find place side by side. */
  private Ticks ticksAcross() {
    for (int max = (int) (width / TICK_DISTANCE_ACROSS); max > 2; max--) {
      Ticks ticks = picture.x().ticks(max);
      double end = Double.NEGATIVE_INFINITY;
      boolean fits = true;
      for (Tick tick : ticks.marks()) {
        double half = canvas.width(tick.label(), LABEL) / 2;
        fits &= tick.at() * unitX - half >= end;
        end = tick.at() * unitX + half + 2 * GAP;
      }
      if (fits) {
        return ticks;
      }
    }
    return picture.x().ticks(2);
  }

  private byte[] draw() {
    left = Math.ceil(MARGIN + LINE + widest(ticksY.marks()) + TICK + GAP);
    top = MARGIN + LINE + (picture.note().isEmpty() ? 0 : LINE);
    double beside = picture.inks() == null ? 0 : 3 * GAP + keyWidth();
    double across = Math.max(left + width + beside, left + canvas.width(picture.title(), TITLE));
    double below = TICK + LINE + GAP / 2.0 + LINE;
    double down = Math.max(height + below, keyHeight());
    canvas.begin((int) Math.ceil(across + MARGIN), (int) Math.ceil(top + down + GAP));
    canvas.text(picture.title(), left, MARGIN + GAP, TITLE, Anchor.START, false);
    if (!picture.note().isEmpty()) {
      canvas.text(picture.note(), left, MARGIN + GAP + LINE, NOTE, Anchor.START, false);
    }
    for (Layer layer : picture.layers()) {
      draw(layer);
    }
    axes();
    if (picture.inks() instanceof Legend legend && !isContinuous(legend)) {
      legend(legend);
    } else if (picture.inks() != null) {
      scale();
    }
    return canvas.finish();
  }

  private void draw(Layer layer) {
    if (layer instanceof Layer.Cells cells) {
      cells(cells);
    } else if (layer instanceof Layer.Lines lines) {
      for (double at : lines.x()) {
        line(x(at), top, x(at), top + height, Colors.PAPER, 1);
      }
      for (double at : lines.y()) {
        line(left, y(at), left + width, y(at), Colors.PAPER, 1);
      }
    } else if (layer instanceof Layer.Boxes boxes) {
      boxes(boxes);
    } else if (layer instanceof Layer.Points points) {
      points(points);
    } else if (layer instanceof Layer.Band band) {
      band(band);
    }
  }

  private void cells(Layer.Cells cells) {
    int columns = picture.x().bins();
    int rows = picture.y().bins();
    canvas.fill(left, top, width, height, Colors.BLANK, 1);
    int[] argb = new int[columns * rows];
    for (int row = 0; row < rows; row++) {
      int bin = picture.downwards() ? row : rows - 1 - row;
      for (int column = 0; column < columns; column++) {
        double value = cells.values()[bin * columns + column];
        argb[row * columns + column] =
            Double.isNaN(value) ? 0 : 0xff000000 | picture.inks().rgb(value);
      }
    }
    canvas.image(left, top, width, height, columns, rows, argb);
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
      int rgb = picture.inks().rgb(boxes.values()[i]);
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
            x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2, Colors.mix(rgb, Colors.INK, 0.45), 2);
      }
    }
  }

  private void points(Layer.Points points) {
    int count = points.x().length;
    double radius = count <= 300 ? 3.5 : count <= 2000 ? 2.5 : 1.75;
    for (int i = 0; i < count; i++) {
      double[] values = points.values();
      boolean blank = values != null && Double.isNaN(values[i]);
      int rgb =
          values == null
              ? Colors.category(0)
              : blank ? Colors.FAINT : picture.inks().rgb(values[i]);
      canvas.dot(x(points.x()[i]), y(points.y()[i]), radius, rgb, values == null ? 0.7 : 0.9);
    }
  }

  private void band(Layer.Band band) {
    int count = band.x().length;
    for (int from = 0; from < count; from++) {
      int to = from;
      boolean wide = false;
      while (to < count && !Double.isNaN(band.lows()[to])) {
        wide |= band.highs()[to] > band.lows()[to];
        to++;
      }
      int length = to - from;
      if (length > 0) {
        int start = from;
        double[] x = IntStream.range(start, to).mapToDouble(i -> x(band.x()[i])).toArray();
        double[] low = IntStream.range(start, to).mapToDouble(i -> y(band.lows()[i])).toArray();
        double[] high = IntStream.range(start, to).mapToDouble(i -> y(band.highs()[i])).toArray();
        if (wide) {
          canvas.area(around(x, reversed(x)), around(high, reversed(low)), Colors.category(0), 0.5);
          canvas.line(x, low, Colors.category(0), 1);
        }
        canvas.line(x, high, Colors.category(0), wide ? 1 : 1.5);
        for (int i = 0; i < length && (count * 8 < width || length == 1); i++) {
          canvas.dot(x[i], high[i], 2.5, Colors.category(0), 1);
          canvas.dot(x[i], low[i], 2.5, Colors.category(0), 1);
        }
      }
      from = to;
    }
  }

  private static double[] reversed(double[] values) {
    return IntStream.range(0, values.length)
        .mapToDouble(i -> values[values.length - 1 - i])
        .toArray();
  }

  private static double[] around(double[] there, double[] back) {
    return IntStream.range(0, there.length + back.length)
        .mapToDouble(i -> i < there.length ? there[i] : back[i - there.length])
        .toArray();
  }

  private void axes() {
    canvas.outline(left - 0.5, top - 0.5, width + 1, height + 1, Colors.FRAME, 1);
    double below = top + height;
    for (Tick tick : ticksX.marks()) {
      double at = crisp(x(tick.at()));
      line(at, below, at, below + TICK, Colors.FRAME, 1);
      canvas.text(tick.label(), x(tick.at()), below + LINE, LABEL, Anchor.MIDDLE, false);
    }
    for (Tick tick : ticksY.marks()) {
      double at = crisp(y(tick.at()));
      line(left - TICK, at, left, at, Colors.FRAME, 1);
      canvas.text(tick.label(), left - TICK - 3, y(tick.at()) + 4, LABEL, Anchor.END, false);
    }
    String titleX = Picture.title(picture.x(), ticksX);
    canvas.text(titleX, left + width / 2, below + 2 * LINE + 3, AXIS, Anchor.MIDDLE, false);
    String titleY = Picture.title(picture.y(), ticksY);
    canvas.text(titleY, MARGIN + 4, top + height / 2, AXIS, Anchor.MIDDLE, true);
  }

  private static double crisp(double at) {
    return Math.floor(at) + 0.5;
  }

  private double keyWidth() {
    if (picture.inks() instanceof Legend legend && !isContinuous(legend)) {
      double widest = canvas.width(legend.title(), AXIS);
      for (String entry : legend.entries()) {
        widest = Math.max(widest, SWATCH + GAP + canvas.width(entry, LABEL));
      }
      return widest;
    }
    return BAR + TICK + GAP + widest(scaleTicks()) + LINE;
  }

  private double keyHeight() {
    return picture.inks() instanceof Legend legend && !isContinuous(legend)
        ? (legend.entries().size() + 1) * LINE
        : 0;
  }

  /** More things than there are colours make a scale. */
  private static boolean isContinuous(Legend legend) {
    return legend.entries().size() > Colors.CATEGORIES;
  }

  private void legend(Legend legend) {
    double x = left + width + 3 * GAP;
    canvas.text(legend.title(), x, top + SWATCH, AXIS, Anchor.START, false);
    for (int i = 0; i < legend.entries().size(); i++) {
      double y = top + (i + 1) * LINE + GAP / 2.0;
      canvas.fill(x, y, SWATCH, SWATCH, legend.rgb(i), 1);
      String entry = legend.entries().get(i);
      canvas.text(entry, x + SWATCH + GAP, y + SWATCH - 2, LABEL, Anchor.START, false);
    }
  }

  private List<Tick> scaleTicks() {
    int max = Math.max(2, (int) (height / TICK_DISTANCE_DOWN));
    if (picture.inks() instanceof Scale scale) {
      return scale.ticks(max);
    }
    Legend legend = (Legend) picture.inks();
    int last = legend.entries().size() - 1;
    int count = Math.min(max, last);
    return IntStream.rangeClosed(0, count)
        .mapToObj(i -> new Tick((double) i / count, legend.entries().get(last * i / count)))
        .toList();
  }

  private void scale() {
    double x = left + width + 3 * GAP;
    int steps = 256;
    int[] argb = new int[steps];
    for (int i = 0; i < steps; i++) {
      argb[steps - 1 - i] = 0xff000000 | Colors.scale((double) i / (steps - 1));
    }
    canvas.image(x, top, BAR, height, 1, steps, argb);
    canvas.outline(x - 0.5, top - 0.5, BAR + 1, height + 1, Colors.FRAME, 1);
    List<Tick> ticks = scaleTicks();
    for (Tick tick : ticks) {
      double at = top + height * (1 - tick.at());
      line(x + BAR, crisp(at), x + BAR + TICK, crisp(at), Colors.FRAME, 1);
      canvas.text(tick.label(), x + BAR + TICK + 4, at + 4, LABEL, Anchor.START, false);
    }
    String title =
        picture.inks() instanceof Scale scale ? scale.title() : ((Legend) picture.inks()).title();
    double titleX = x + BAR + TICK + GAP + widest(ticks) + LINE - 4;
    canvas.text(title, titleX, top + height / 2, AXIS, Anchor.MIDDLE, true);
  }

  private double widest(List<Tick> ticks) {
    return ticks.stream().mapToDouble(t -> canvas.width(t.label(), LABEL)).max().orElse(0);
  }

  private void line(double x0, double y0, double x1, double y1, int rgb, double stroke) {
    canvas.line(new double[] {x0, x1}, new double[] {y0, y1}, rgb, stroke);
  }

  private double x(double at) {
    return left + at * unitX;
  }

  private double y(double at) {
    return picture.downwards() ? top + at * unitY : top + height - at * unitY;
  }
}
