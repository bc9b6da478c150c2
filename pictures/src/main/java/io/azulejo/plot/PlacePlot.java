package io.azulejo.plot;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.PlotRequest.Aspect;
import io.azulejo.plot.PlotRequest.Kind;
import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.bins.Bins;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.ListAxis;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Scale;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Draws cells at positions given by two fields, as points or as colored bins. */
final class PlacePlot {
  /** The maximum number of points in a file. More cells are counted in bins. */
  private static final int MAX_POINTS = 4_000;

  private static final int MAX_POINTS_OF_TEXT = 600;

  /** The minimum filled part of a regular grid of points that is drawn as cells. */
  private static final double FILLED = 0.5;

  private static final int MIN_GRID = 16;

  /** The minimum number of rows and columns of a table that is drawn with square cells. */
  private static final int MIN_SQUARES = 32;

  private static final double MAX_SQUARE_SHAPE = 3;

  private final PlotContext context;
  private final PlotFields fields;

  PlacePlot(PlotContext context) {
    this.context = context;
    this.fields = context.fields;
  }

  Picture picture() {
    context.survey(fields.x(), fields.y(), fields.color(), fields.by());
    FieldPositions by = context.panels();
    FieldPositions color = context.colors();
    boolean heat = fields.form() == PlotFields.Form.HEAT_MAP;
    double aspect = aspect();
    PanelGrid grid = context.grid(by, aspect);
    boolean coarse = context.space.fine() && !heat;
    FieldPositions x = context.axis(fields.x(), grid.width(), coarse);
    FieldPositions y = context.axis(fields.y(), grid.height(), coarse);
    int size = x.axis().bins() * y.axis().bins();
    int total = PlotContext.count(by) * size;
    Bins bins =
        color == null || color.categories() == null
            ? Bins.of(total)
            : Bins.ofCategories(total, color.categories().names().size());
    int max = context.space.fine() ? MAX_POINTS : MAX_POINTS_OF_TEXT;
    PointList points = heat ? null : new PointList(x, y, color, by, context.space.fine(), max);
    context.read(
        batch -> {
          PlotContext.add(bins, batch, color, by, y, x);
          if (points != null) {
            points.add(batch);
          }
        },
        x,
        y,
        color,
        by);
    if (bins.max() == 0 && (points == null || color == null || points.isEmpty()) && !heat) {
      throw context.nothing();
    }
    boolean down = isDown(y, heat);
    String title = heat ? fields.color().title() : fields.y().title() + " by " + fields.x().title();
    List<String> notes = context.leftOut(x, y, color);
    if (points != null && points.fits() && !isGrid(x, y, color, bins)) {
      Coloring inks =
          color == null ? null : context.inks(color, fields.color().title(), points.values());
      return context.picture(
          title, notes, by, x.axis(), y.axis(), down, aspect, inks, panels(by, points::layer));
    }
    if (!heat && color != null) {
      String cells = bins.max() > 1 ? title(color) : fields.color().title();
      title = cells + " by " + fields.x().title() + " and " + fields.y().title();
    }
    double[] shown = color == null ? bins.counts() : bins.values();
    Coloring inks = color == null ? counted(shown) : inks(color, bins, shown);
    return context.picture(
        title,
        notes,
        by,
        x.axis(),
        y.axis(),
        down,
        aspect,
        inks,
        panels(
            by,
            panel -> new Layer.Cells(Arrays.copyOfRange(shown, panel * size, (panel + 1) * size))));
  }

  private Coloring counted(double[] counts) {
    return context.isLogarithmic(Scaled.COLOR)
        ? Scale.logarithmic("cells", counts)
        : Scale.ofCounts("cells", counts);
  }

  private Coloring inks(FieldPositions color, Bins bins, double[] shown) {
    return context.inks(color, bins.max() > 1 ? title(color) : fields.color().title(), shown);
  }

  /** Returns the title of the color key if several cells share a bin. */
  private static String title(FieldPositions color) {
    String what = color.categories() == null ? "mean of " : "most frequent ";
    return what + color.field().title();
  }

  private static List<Panel> panels(FieldPositions by, IntFunction<Layer> layer) {
    return IntStream.range(0, PlotContext.count(by))
        .mapToObj(i -> new Panel(PlotContext.panelName(by, i), List.of(layer.apply(i))))
        .toList();
  }

  private boolean isDown(FieldPositions y, boolean heat) {
    boolean table = heat && context.schema.isDense() && fields.y().dimension();
    boolean usual =
        !Geography.isLatitude(fields.y().name(), fields.y())
            && (table || y.axis() instanceof ListAxis);
    return context.isDownward(fields.y(), usual);
  }

  /**
   * Returns whether cells are drawn as colored bins instead of points, either on request or because
   * their positions form a grid.
   */
  private boolean isGrid(FieldPositions x, FieldPositions y, FieldPositions color, Bins bins) {
    if (context.request.kind() == Kind.POINTS) {
      return false;
    }
    boolean named = x.axis() instanceof ListAxis && y.axis() instanceof ListAxis;
    boolean values = color == null || color.categories() == null;
    if (context.request.kind() == Kind.HEAT || named && values) {
      return true;
    }
    return color != null
        && bins.max() == 1
        && bins.size() >= MIN_GRID
        && (double) bins.filled() / bins.size() >= FILLED;
  }

  /** Returns the height of a panel relative to its width; 0 for any shape. */
  private double aspect() {
    Aspect wanted = context.request.aspect();
    double[] x = ends(fields.x());
    double[] y = ends(fields.y());
    double[] east = degrees(fields.x(), x);
    double[] north = degrees(fields.y(), y);
    boolean geographic =
        east != null
            && north != null
            && Geography.isMap(
                name(fields.x()), fields.x(), east, name(fields.y()), fields.y(), north);
    if (wanted == Aspect.FREE || wanted == Aspect.USUAL && !geographic && !isSquares(x, y)) {
      return 0;
    }
    if (x == null || y == null) {
      throw new InvalidRequestException(
          "--aspect "
              + wanted.name().toLowerCase(Locale.ROOT)
              + " requires two axes of numbers with linear scales; --aspect free works with any axes");
    }
    boolean map = wanted == Aspect.GEOGRAPHIC || wanted == Aspect.USUAL && geographic;
    double across = map ? east[1] - east[0] : x[1] - x[0];
    double up = map ? north[1] - north[0] : y[1] - y[0];
    if (!(across > 0 && up > 0)) {
      return 0;
    }
    return map ? up / (across * Geography.shrinking(north[0], north[1])) : up / across;
  }

  /** Returns the name of the dimension's labels, or of the field if it has none. */
  private String name(PlotField field) {
    return context.labels(field).map(AxisLabels::name).orElse(field.name());
  }

  /** Returns the ends of an axis in its labels, or unchanged if it has none or they are times. */
  private double[] degrees(PlotField field, double[] ends) {
    Optional<AxisLabels> labels = context.labels(field).filter(known -> !known.isTime());
    return ends == null || labels.isEmpty()
        ? ends
        : labels.get().ends((Range.Longs) context.numbers(field).known());
  }

  /**
   * Returns whether the array is a table that is large enough, and not too long, for square cells.
   */
  private boolean isSquares(double[] x, double[] y) {
    if (fields.form() != PlotFields.Form.HEAT_MAP
        || x == null
        || y == null
        || fields.x().isTime()
        || fields.y().isTime()
        || !context.schema.isDense()) {
      return false;
    }
    double shape = (y[1] - y[0]) / (x[1] - x[0]);
    return Math.min(x[1] - x[0], y[1] - y[0]) >= MIN_SQUARES
        && shape <= MAX_SQUARE_SHAPE
        && shape >= 1 / MAX_SQUARE_SHAPE;
  }

  /** Returns the low and the high end of an axis of numbers, or null for other axes. */
  private double[] ends(PlotField field) {
    boolean logarithmic = context.isLogarithmic(field.equals(fields.x()) ? Scaled.X : Scaled.Y);
    if (field.categorical() || PlotFields.isText(field.field()) || logarithmic) {
      return null;
    }
    FieldSurvey.Numbers numbers = context.numbers(field);
    if (numbers.known() instanceof Range.Longs longs) {
      return new double[] {longs.low(), longs.high() + 1.0};
    }
    if (numbers.known() instanceof Range.Doubles doubles) {
      return new double[] {doubles.low(), doubles.high()};
    }
    return numbers.isEmpty() ? null : new double[] {numbers.low(), numbers.high()};
  }
}
