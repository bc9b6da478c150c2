package io.azulejo.plot.picture;

import java.util.List;

/** Renders a picture as text for terminals. */
public final class TextChart {
  private static final int LABEL = 11;
  private static final int ALPHA_OF_NOTHING = 127;
  private static final int BESIDE = LABEL + 2;
  private static final int MIN_COLUMNS = 12;
  private static final int MAX_OF_ROW = 2;
  private static final int MAX_OF_COLUMN = 16;
  private static final int TICK_DISTANCE = 4;
  private static final int MIN_TILE_COLUMNS = 6;
  private static final int MIN_TILE_LINES = 3;

  /** The height of a character relative to its width. */
  private static final double CHARACTER = 2;

  private final Picture picture;
  private final int width;
  private final ColorDepth depth;
  private final int columns;
  private final int lines;
  private final double unitX;
  private final double unitY;
  private final StringBuilder out = new StringBuilder();

  private TextChart(Picture picture, int width, ColorDepth depth) {
    this.picture = picture;
    this.width = width;
    this.depth = depth;
    int halves = depth == ColorDepth.NONE ? 1 : 2;
    boolean seen =
        picture.layers().anyMatch(l -> l instanceof Layer.Cells || l instanceof Layer.Pixels);
    int panels = picture.panels().size();
    PanelGrid grid = PanelGrid.below(panels, columns(width), rows(width, depth));
    double wide = grid.width();
    double high = grid.height();
    if (picture.aspect() > 0) {
      wide = Math.min(wide, high / halves * CHARACTER / picture.aspect());
      high = wide * picture.aspect() / CHARACTER * halves;
    }
    unitX = unit(picture.x(), wide, MAX_OF_COLUMN, seen);
    unitY = unit(picture.y(), high, MAX_OF_ROW * halves, seen) / halves;
    columns = Math.max(1, (int) Math.round(unitX * picture.x().bins()));
    lines = Math.max(1, (int) Math.ceil(unitY * picture.y().bins() - 1e-9));
  }

  /**
   * Returns the recommended maximum number of bins on the x axis.
   *
   * @param width the width of the terminal in characters
   */
  public static int columns(int width) {
    return Math.max(MIN_COLUMNS, width - BESIDE - 1);
  }

  /**
   * Returns the recommended maximum number of bins on the y axis. With colors, each line of text
   * holds two of them.
   *
   * @param width the width of the terminal in characters
   */
  public static int rows(int width, ColorDepth depth) {
    int lines = Math.max(12, Math.min(32, width / 4));
    return depth == ColorDepth.NONE ? lines : 2 * lines;
  }

  /**
   * Renders a picture as text. Each line ends with a line feed.
   *
   * @param width the width of the terminal in characters
   */
  public static String of(Picture picture, int width, ColorDepth depth) {
    return new TextChart(picture, width, depth).draw();
  }

  private static double unit(Axis axis, double max, int maxOfNamed, boolean seen) {
    double unit = max / axis.bins();
    if (axis instanceof ListAxis) {
      unit = Math.min(unit, maxOfNamed);
    }
    return seen ? Math.max(1, Math.floor(unit)) : unit;
  }

  private String draw() {
    int distance = picture.y() instanceof ListAxis ? 1 : TICK_DISTANCE;
    Ticks ticksY = picture.y().ticks(Math.max(2, lines / distance));
    String[] labels = new String[lines];
    int widest = 0;
    for (Tick tick : ticksY.marks()) {
      int line = (int) Math.min(lines - 1, Math.max(0, y(tick.at()) - (unitY < 1 ? 0 : 1e-9)));
      labels[line] = cut(tick.label(), LABEL);
      widest = Math.max(widest, labels[line].length());
    }
    out.append(cut(picture.title(), width)).append('\n');
    if (!picture.note().isEmpty()) {
      out.append(cut(picture.note(), width)).append('\n');
    }
    out.append(cut(Picture.title(picture.y(), ticksY), width)).append('\n');
    for (Panel panel : picture.panels()) {
      if (!panel.name().isEmpty()) {
        out.append(cut(panel.name(), width)).append('\n');
      }
      TextGrid grid = new TextGrid(columns, lines, depth, picture.inks());
      panel.layers().forEach(layer -> draw(layer, grid));
      for (int line = 0; line < lines; line++) {
        String label = labels[line] == null ? "" : labels[line];
        out.append(" ".repeat(widest - label.length())).append(label);
        out.append(labels[line] == null ? " │" : " ┤");
        grid.append(out, line);
        out.append('\n');
      }
    }
    axisBelow(widest + 1);
    if (picture.inks() instanceof Legend legend) {
      legend(legend);
    } else if (picture.inks() instanceof Scale scale) {
      scale(scale);
    }
    return out.toString();
  }

  private void draw(Layer layer, TextGrid grid) {
    if (layer instanceof Layer.Cells cells) {
      for (int i = 0; i < cells.values().length; i++) {
        double value = cells.values()[i];
        if (!Double.isNaN(value)) {
          int x = i % picture.x().bins();
          int y = i / picture.x().bins();
          fill(grid, x, x + 1, y, y + 1, value);
        }
      }
    } else if (layer instanceof Layer.Boxes boxes) {
      for (int i = 0; boxes.filled() && i < boxes.values().length; i++) {
        double[] edges = boxes.edges();
        double value = boxes.values()[i];
        fill(grid, edges[4 * i], edges[4 * i + 1], edges[4 * i + 2], edges[4 * i + 3], value);
      }
    } else if (layer instanceof Layer.Lines cuts) {
      lines(cuts, grid);
    } else if (layer instanceof Layer.Pixels pixels) {
      for (int i = 0; i < pixels.argb().length; i++) {
        if (pixels.argb()[i] >>> 24 > ALPHA_OF_NOTHING) {
          int x = i % picture.x().bins();
          int y = i / picture.x().bins();
          fill(grid, x, x + 1, y, y + 1, pixels.argb()[i] & 0xffffff);
        }
      }
    } else if (layer instanceof Layer.Bars bars) {
      bars(bars, grid);
    } else if (layer instanceof Layer.Points points) {
      points(points, grid);
    } else if (layer instanceof Layer.Band band) {
      band(band, grid);
    }
  }

  private void fill(TextGrid grid, double x0, double x1, double y0, double y1, double value) {
    double from = Math.min(y(y0), y(y1));
    double to = Math.max(y(y0), y(y1));
    grid.fill(x0 * unitX + 1e-9, x1 * unitX, from + 1e-9, to, value);
  }

  /** Draws lines across the panel, unless they are so close that they would hide the content. */
  private void lines(Layer.Lines cuts, TextGrid grid) {
    if (distance(cuts.x()) * unitX >= MIN_TILE_COLUMNS && keepsCellsVisible(picture.x(), unitX)) {
      for (double at : cuts.x()) {
        grid.across(Math.min(columns - 1, (int) Math.round(at * unitX)));
      }
    }
    if (distance(cuts.y()) * unitY >= MIN_TILE_LINES && keepsCellsVisible(picture.y(), unitY)) {
      for (double at : cuts.y()) {
        grid.down(Math.min(lines - 1, Math.max(0, (int) Math.round(y(at)))));
      }
    }
  }

  /**
   * Returns whether a line that is one character wide leaves at least one character of each cell
   * visible.
   */
  private static boolean keepsCellsVisible(Axis axis, double unit) {
    return unit >= 2 || (axis instanceof IntegerAxis whole && whole.width() > 1);
  }

  private static double distance(double[] places) {
    double min = Double.POSITIVE_INFINITY;
    for (int i = 1; i < places.length; i++) {
      min = Math.min(min, Math.abs(places[i] - places[i - 1]));
    }
    return min;
  }

  private void points(Layer.Points points, TextGrid grid) {
    boolean letters = usesLetters();
    for (int i = 0; i < points.x().length; i++) {
      double value = points.values() == null ? Double.NaN : points.values()[i];
      double x = points.x()[i] * unitX;
      double y = y(points.y()[i]);
      if (letters && !Double.isNaN(value)) {
        grid.put(x, y, picture.inks().symbol(value), value);
      } else {
        grid.dot(x, y, value);
      }
    }
  }

  /** Returns whether letters distinguish categories, because colors are not available. */
  private boolean usesLetters() {
    return depth == ColorDepth.NONE && picture.inks() instanceof Legend;
  }

  private void bars(Layer.Bars bars, TextGrid grid) {
    double unit = bars.horizontal() ? unitY : unitX;
    for (int at = 0; at < (bars.horizontal() ? lines : columns); at++) {
      double place = (at + 0.5) / unit;
      double bin = bars.horizontal() && !picture.downwards() ? picture.y().bins() - place : place;
      for (int i = 0; i < bars.lengths().length; i++) {
        if (bars.starts()[i] <= bin && bin < bars.ends()[i]) {
          if (bars.horizontal()) {
            grid.horizontalBar(at, bars.lengths()[i] * unitX);
          } else {
            grid.bar(at, y(bars.lengths()[i]));
          }
        }
      }
    }
  }

  private void band(Layer.Band band, TextGrid grid) {
    boolean letters = usesLetters();
    for (int i = 0; i < band.x().length; i++) {
      if (!Double.isNaN(band.lows()[i])) {
        double x = band.x()[i] * unitX;
        double y = y(band.means()[i]);
        if (letters) {
          grid.put(x, y, picture.inks().symbol(band.value()), band.value());
          continue;
        }
        if (band.highs()[i] > band.lows()[i] && Double.isNaN(band.value())) {
          grid.shade(x, y(band.lows()[i]), y(band.highs()[i]));
        }
        grid.dot(x, y, band.value());
        if (i > 0 && !Double.isNaN(band.lows()[i - 1])) {
          grid.line(band.x()[i - 1] * unitX, y(band.means()[i - 1]), x, y, band.value());
        }
      }
    }
  }

  private double y(double at) {
    return picture.downwards() ? at * unitY : lines - at * unitY;
  }

  private void axisBelow(int indent) {
    Ticks ticks = ticksAcross(indent);
    StringBuilder axis = new StringBuilder("─".repeat(columns));
    StringBuilder labels = new StringBuilder();
    for (Tick tick : ticks.marks()) {
      int at = Math.min(columns - 1, (int) (tick.at() * unitX));
      axis.setCharAt(at, '┬');
      int start = start(tick, indent);
      labels.append(" ".repeat(Math.max(0, start - labels.length()))).append(tick.label());
    }
    out.append(" ".repeat(indent)).append('└').append(axis).append('\n');
    out.append(cut(labels.toString(), width)).append('\n');
    String title = Picture.title(picture.x(), ticks);
    int left =
        Math.max(0, Math.min(indent + 1 + (columns - title.length()) / 2, width - title.length()));
    out.append(" ".repeat(left)).append(cut(title, width)).append('\n');
  }

  /**
   * Returns the column at which a tick's label starts. It is centered below the tick, but stays
   * within the line.
   */
  private int start(Tick tick, int indent) {
    int at = indent + 1 + Math.min(columns - 1, (int) (tick.at() * unitX));
    int length = tick.label().length();
    return Math.max(0, Math.min(at - length / 2, width - length));
  }

  /** Returns the largest set of ticks whose labels fit side by side. */
  private Ticks ticksAcross(int indent) {
    for (int max = columns / TICK_DISTANCE; max > 2; max--) {
      Ticks ticks = picture.x().ticks(max);
      int end = -2;
      boolean fits = true;
      for (Tick tick : ticks.marks()) {
        int start = start(tick, indent);
        fits &= start >= end + 2;
        end = start + tick.label().length();
      }
      if (fits) {
        return ticks;
      }
    }
    return picture.x().ticks(2);
  }

  private void legend(Legend legend) {
    out.append('\n').append(cut(legend.title(), width)).append('\n');
    int count = legend.entries().size();
    int widest = 0;
    for (String entry : legend.entries()) {
      widest = Math.max(widest, entry.length());
    }
    int entryWidth = Math.min(width, widest + 4);
    int inLine = Math.max(1, (width + 2) / (entryWidth + 2));
    int shown = Math.min(count, inLine * 6);
    for (int i = 0; i < shown; i++) {
      // If not all entries fit, show the first ones and the last one.
      int index = i == shown - 1 ? count - 1 : i;
      String entry = cut(legend.entries().get(index), width - 4);
      out.append("  ").append(depth.letters(legend.rgb(index)));
      out.append(depth == ColorDepth.NONE ? legend.symbol(index) : '■').append(depth.plain());
      out.append(' ').append(entry);
      boolean end = i == shown - 1 || i % inLine == inLine - 1;
      out.append(end ? "\n" : " ".repeat(widest - Math.min(widest, entry.length()) + 2));
    }
    if (shown < count) {
      out.append("  (and ").append(count - shown).append(" between the last two)\n");
    }
  }

  private void scale(Scale scale) {
    List<String> borders = scale.borders();
    int segments = borders.size() - 1;
    int taken = 0;
    for (String border : borders) {
      taken += border.length() + 2;
    }
    int length = Math.max(1, Math.min(8, (width - taken) / segments));
    out.append('\n').append(cut(scale.title(), width)).append("\n  ").append(borders.get(0));
    for (int i = 0; i < segments; i++) {
      out.append(' ');
      for (int step = 0; step < length; step++) {
        double part = (i + (step + 0.5) / length) / segments;
        out.append(depth.letters(Colors.scale(part)));
        out.append(depth == ColorDepth.NONE ? Scale.SHADES.charAt(i) : '█');
      }
      out.append(depth.plain()).append(' ').append(borders.get(i + 1));
    }
    out.append('\n');
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, Math.max(0, max - 1)) + "…";
  }
}
