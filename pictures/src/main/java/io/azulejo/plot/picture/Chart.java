package io.azulejo.plot.picture;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.picture.Canvas.Anchor;
import io.azulejo.plot.picture.Canvas.Font;
import java.util.Arrays;
import java.util.List;

/**
 * Renders a picture as a PNG or SVG file: panels between axes, with a color scale or a legend
 * beside them.
 */
public final class Chart {
  /** The default maximum number of bins on the x axis of a picture in a file. */
  static final int COLUMNS = 800;

  /** The default maximum number of bins on the y axis of a picture in a file. */
  static final int ROWS = 600;

  private static final int ROWS_OF_LINE = 400;
  private static final int MARGIN = 18;
  private static final int GAP = 8;
  private static final int TICK = 5;
  private static final int LINE = 20;
  private static final int UPRIGHT_LABEL = 15;

  private static final int TICK_DISTANCE_DOWN = 48;
  private static final int TICK_DISTANCE_ACROSS = 60;
  private static final double MAX_OF_ROW = 56;
  private static final double MAX_OF_COLUMN = 160;

  /**
   * The maximum relative error of the aspect ratio when visible bins are rounded to whole pixels.
   */
  private static final double ASPECT_TOLERANCE = 0.03;

  private final Picture picture;
  private final Canvas canvas;
  private final Paper paper;
  private final Theme theme;
  private final Font title;
  private final Font note;
  private final Font axis;
  private final Font label;
  private final ChartKey key;
  private final PanelGrid grid;
  private final double unitX;
  private final double unitY;
  private final double width;
  private final double height;
  private final boolean rotatedNames; // whether the labels of the x axis run upwards
  private final Ticks ticksX;
  private final Ticks ticksY;
  private final double left;
  private final double top;

  private Chart(Picture picture, Canvas canvas, Paper paper) {
    this.picture = picture;
    this.canvas = canvas;
    this.paper = paper;
    this.theme = paper.theme();
    this.title = new Font(16, true, theme.ink());
    this.note = new Font(12, false, theme.faint());
    this.axis = new Font(13, false, theme.ink());
    this.label = new Font(12, false, theme.ink());
    this.key = new ChartKey(picture.inks(), canvas, theme, axis, label);
    int panels = picture.panels().size();
    this.top = MARGIN + LINE + (picture.note().isEmpty() ? 0 : LINE) + (panels > 1 ? 0 : 4);
    PanelGrid rough = PanelGrid.of(panels, paper.columns(), rows(), picture.aspect());
    this.rotatedNames = namesAreRotated(rough.width());
    double high = paper.height() == 0 ? rows() : paper.height() - top - below() - GAP;
    high = Math.max(Paper.MIN, high);
    rough = PanelGrid.of(panels, paper.columns(), high, picture.aspect());
    List<Tick> marks = picture.y().ticks(ticksDown(rough.height())).marks();
    this.left = Math.ceil(MARGIN + LINE + widest(marks) + TICK + GAP);
    double wide =
        paper.width() == 0
            ? COLUMNS
            : Math.max(Paper.MIN, paper.width() - left - key.width(rough.height()) - MARGIN);
    this.grid = PanelGrid.of(panels, wide, high, picture.aspect());
    double acrossUnit = unit(picture.x(), grid.width(), MAX_OF_COLUMN);
    double downUnit = unit(picture.y(), grid.height(), MAX_OF_ROW);
    if (picture.aspect() > 0) {
      double shape =
          downUnit * picture.y().bins() / (acrossUnit * picture.x().bins()) / picture.aspect();
      if (Math.abs(shape - 1) > ASPECT_TOLERANCE) {
        acrossUnit = grid.width() / picture.x().bins();
        downUnit = grid.height() / picture.y().bins();
      }
    }
    this.unitX = acrossUnit;
    this.unitY = downUnit;
    this.width = unitX * picture.x().bins();
    this.height = Math.max(unitY * picture.y().bins(), 1);
    this.ticksX = ticksAcross();
    this.ticksY = picture.y().ticks(ticksDown(height));
  }

  /**
   * Checks that this Java runtime can create PNG files.
   *
   * @throws io.azulejo.error.InvalidRequestException if Java's graphics module or fonts are missing
   */
  public static void requireFonts() {
    pngCanvas(Paper.DPI);
  }

  private static Canvas pngCanvas(int dpi) {
    try {
      return new PngCanvas(dpi);
    } catch (RuntimeException | LinkageError | InternalError failure) {
      // Java fails in many ways if its graphics module, a native library or all fonts are missing.
      throw new InvalidRequestException(
          "PNG files require Java's graphics (module java.desktop) and fonts, which are missing;"
              + " install fontconfig and a font such as DejaVu, or use --svg",
          null,
          failure);
    }
  }

  /**
   * Renders a picture as a PNG file and returns its bytes.
   *
   * @throws io.azulejo.error.InvalidRequestException if Java's graphics module or fonts are missing
   */
  public static byte[] png(Picture picture, Paper paper) {
    return new Chart(picture, pngCanvas(paper.dpi()), paper).draw();
  }

  /** Renders a picture as an SVG file and returns its bytes. */
  public static byte[] svg(Picture picture, Paper paper) {
    return new Chart(picture, new SvgCanvas(), paper).draw();
  }

  /** Returns the maximum height of the space between the axes. Line and bar charts are flatter. */
  private double rows() {
    boolean flat =
        paper.height() == 0
            && picture.panels().size() == 1
            && !(picture.y() instanceof ListAxis)
            && picture.layers().allMatch(l -> l instanceof Layer.Band || l instanceof Layer.Bars);
    return flat ? ROWS_OF_LINE : paper.rows();
  }

  private int ticksDown(double height) {
    int distance = picture.y() instanceof ListAxis ? UPRIGHT_LABEL : TICK_DISTANCE_DOWN;
    return Math.max(2, (int) (height / distance));
  }

  /** Returns whether a layer shows individual bins. */
  private boolean isSeen() {
    return picture.layers().anyMatch(l -> l instanceof Layer.Cells || l instanceof Layer.Pixels);
  }

  /**
   * Returns the width of a bin in pixels. If bins are visible, it is a whole number of file pixels
   * where possible.
   */
  private double unit(Axis axis, double max, double maxOfNamed) {
    double unit = max / axis.bins();
    if (axis instanceof ListAxis && picture.aspect() == 0) {
      unit = Math.min(unit, maxOfNamed);
    }
    double whole = Math.floor(unit * paper.scale()) / paper.scale();
    return isSeen() && whole > 0 ? whole : unit;
  }

  /** Returns whether names on the x axis fit only if they are rotated. */
  private boolean namesAreRotated(double wide) {
    if (!(picture.x() instanceof ListAxis list)) {
      return false;
    }
    double unit = Math.min(MAX_OF_COLUMN, wide / list.bins());
    double widest = widest(list.ticks(list.bins()).marks());
    return widest + GAP > unit && unit >= UPRIGHT_LABEL;
  }

  /** Returns the largest set of x ticks whose labels fit side by side. */
  private Ticks ticksAcross() {
    if (rotatedNames) {
      return picture.x().ticks(picture.x().bins());
    }
    int distance = picture.x() instanceof ListAxis ? UPRIGHT_LABEL : TICK_DISTANCE_ACROSS;
    for (int max = Math.max(2, (int) (width / distance)); max > 2; max--) {
      Ticks ticks = picture.x().ticks(max);
      double end = Double.NEGATIVE_INFINITY;
      boolean fits = true;
      for (Tick tick : ticks.marks()) {
        double half = canvas.width(tick.label(), label) / 2;
        fits &= tick.at() * unitX - half >= end;
        end = tick.at() * unitX + half + 2 * GAP;
      }
      if (fits) {
        return ticks;
      }
    }
    return picture.x().ticks(2);
  }

  /** Returns the height of the tick marks, labels and title below the panels. */
  private double below() {
    double labels =
        rotatedNames ? widest(picture.x().ticks(picture.x().bins()).marks()) + GAP + 4 : LINE;
    return TICK + labels + GAP / 2.0 + LINE;
  }

  private byte[] draw() {
    boolean several = picture.panels().size() > 1;
    double names = several ? PanelGrid.NAME : 0;
    double stepX = width + PanelGrid.BETWEEN;
    double stepY = height + PanelGrid.BETWEEN + names;
    int columns = Math.min(grid.columns(), picture.panels().size());
    double wide = columns * stepX - PanelGrid.BETWEEN;
    double high = grid.rows() * stepY - PanelGrid.BETWEEN;
    double end = Math.max(left + wide + key.width(height), left + lastLabel() - GAP);
    double texts =
        Math.max(canvas.width(picture.title(), title), canvas.width(picture.note(), note));
    double down = top + Math.max(high + below(), names + key.height()) + GAP;
    int sheetWidth =
        paper.width() == 0 ? (int) Math.ceil(Math.max(end, left + texts) + MARGIN) : paper.width();
    canvas.begin(
        sheetWidth, paper.height() == 0 ? (int) Math.ceil(down) : paper.height(), theme.paper());
    double room = sheetWidth - left - GAP;
    text(cut(picture.title(), title, room), left, MARGIN + GAP, title, Anchor.START);
    text(cut(picture.note(), note, room), left, MARGIN + GAP + LINE, note, Anchor.START);
    for (int i = 0; i < picture.panels().size(); i++) {
      int column = i % grid.columns();
      double x = left + column * stepX;
      double y = top + i / grid.columns() * stepY + names;
      Panel panel = picture.panels().get(i);
      text(cut(panel.name(), label, width), x, y - GAP, label, Anchor.START);
      PanelPainter painter = new PanelPainter(picture, canvas, theme, unitX, unitY, x, y);
      grid(painter, x, y);
      panel.layers().forEach(painter::drawBehind);
      panel.layers().forEach(painter::draw);
      boolean last = i + grid.columns() >= picture.panels().size();
      axes(painter, x, y, column == 0, last);
    }
    String titleX = Picture.title(picture.x(), ticksX);
    double bottom = top + high + below() - GAP + 3;
    text(titleX, left + wide / 2, bottom, axis, Anchor.MIDDLE);
    String titleY = Picture.title(picture.y(), ticksY);
    canvas.text(titleY, MARGIN + 4, top + high / 2, axis, Anchor.MIDDLE, true);
    key.draw(left + wide, top + names, height, several ? null : ends());
    return canvas.finish();
  }

  /**
   * Returns the right end of the rightmost tick label on the x axis, relative to the panel; 0 for
   * several panels.
   */
  private double lastLabel() {
    double last = 0;
    for (Tick tick : rotatedNames ? List.<Tick>of() : ticksX.marks()) {
      last = Math.max(last, tick.at() * unitX + canvas.width(tick.label(), label) / 2);
    }
    return picture.panels().size() == 1 ? last : 0;
  }

  private void text(String text, double x, double y, Font font, Anchor anchor) {
    if (!text.isEmpty()) {
      canvas.text(text, x, y, font, anchor, false);
    }
  }

  private String cut(String text, Font font, double room) {
    String cut = text;
    while (cut.length() > 1 && canvas.width(cut, font) > room) {
      cut = cut.substring(0, cut.length() - 2).stripTrailing() + "…";
    }
    return cut;
  }

  /**
   * Returns the y position at which each line of the legend ends, or null unless all of them reach
   * the right side.
   */
  private double[] ends() {
    if (!(picture.inks() instanceof Legend legend)) {
      return null;
    }
    double[] ends = new double[legend.entries().size()];
    Arrays.fill(ends, Double.NaN);
    PanelPainter painter = new PanelPainter(picture, canvas, theme, unitX, unitY, left, top);
    picture
        .layers()
        .forEach(
            layer -> {
              if (layer instanceof Layer.Band band && band.x().length > 0) {
                int last = band.x().length - 1;
                boolean there = band.x()[last] >= 0.9 * picture.x().bins();
                ends[(int) band.value()] = there ? painter.y(band.means()[last]) : Double.NaN;
              }
            });
    return Arrays.stream(ends).anyMatch(Double::isNaN) ? null : ends;
  }

  /** Draws grid lines at the ticks, behind points, lines and bars. */
  private void grid(PanelPainter painter, double x, double y) {
    boolean across = picture.layers().allMatch(l -> isOn(l, true));
    boolean down = picture.layers().allMatch(l -> isOn(l, false));
    for (Tick tick : ticksY.marks()) {
      if (across) {
        double at = crisp(painter.y(tick.at()));
        line(x, at, x + width, at, theme.grid());
      }
    }
    for (Tick tick : ticksX.marks()) {
      if (down) {
        double at = crisp(painter.x(tick.at()));
        line(at, y, at, y + height, theme.grid());
      }
    }
  }

  private static boolean isOn(Layer layer, boolean across) {
    return layer instanceof Layer.Points
        || layer instanceof Layer.Band
        || layer instanceof Layer.Bars bars && bars.horizontal() != across;
  }

  private void axes(PanelPainter painter, double x, double y, boolean first, boolean last) {
    double below = y + height;
    boolean open =
        picture
            .layers()
            .allMatch(
                l ->
                    l instanceof Layer.Points
                        || l instanceof Layer.Band
                        || l instanceof Layer.Bars);
    if (open) {
      line(x - 0.5, y, x - 0.5, below + 0.5, theme.frame());
      line(x - 0.5, below + 0.5, x + width, below + 0.5, theme.frame());
    } else {
      canvas.outline(x - 0.5, y - 0.5, width + 1, height + 1, theme.frame(), 1);
    }
    for (Tick tick : last ? ticksX.marks() : List.<Tick>of()) {
      double at = painter.x(tick.at());
      line(crisp(at), below, crisp(at), below + TICK, theme.frame());
      if (rotatedNames) {
        canvas.text(tick.label(), at + 4, below + TICK + 4, label, Anchor.END, true);
      } else if (isWithin(tick)) {
        canvas.text(tick.label(), at, below + LINE, label, Anchor.MIDDLE, false);
      }
    }
    for (Tick tick : first ? ticksY.marks() : List.<Tick>of()) {
      double at = painter.y(tick.at());
      line(x - TICK, crisp(at), x, crisp(at), theme.frame());
      canvas.text(tick.label(), x - TICK - 3, at + 4, label, Anchor.END, false);
    }
  }

  /** Returns whether a tick's label stays clear of the neighboring panels. */
  private boolean isWithin(Tick tick) {
    double half = canvas.width(tick.label(), label) / 2;
    double at = tick.at() * unitX;
    double beyond = (PanelGrid.BETWEEN - GAP) / 2.0;
    return picture.panels().size() == 1 || at - half >= -beyond && at + half <= width + beyond;
  }

  private static double crisp(double at) {
    return Math.floor(at) + 0.5;
  }

  private double widest(List<Tick> ticks) {
    return ticks.stream().mapToDouble(t -> canvas.width(t.label(), label)).max().orElse(0);
  }

  private void line(double x0, double y0, double x1, double y1, int rgb) {
    canvas.line(new double[] {x0, x1}, new double[] {y0, y1}, rgb, 1);
  }
}
