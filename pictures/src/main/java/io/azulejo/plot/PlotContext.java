package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.bins.Bins;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.AxisNames;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.FloatingPointAxis;
import io.azulejo.plot.picture.IntegerAxis;
import io.azulejo.plot.picture.Legend;
import io.azulejo.plot.picture.LogAxis;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Scale;
import io.azulejo.query.Batch;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The settings of a plot and the work that all kinds of plots share: surveys of fields, axes and
 * colors.
 */
final class PlotContext {
  /** The maximum number of categories that are legible on an axis. */
  private static final int MAX_NAMES = 40;

  private static final int MAX_COLORS = 8;
  private static final int MAX_PANELS = 12;

  /** The margin at each end of an attribute's axis, relative to the length of the axis. */
  private static final double ROOM = 0.04;

  /** The width and height in pixels of a bin in which points are counted. */
  private static final int PIXELS = 4;

  final PlotFields fields;
  final PlotRequest request;
  final PlotSpace space;
  final CellSource source;
  final ArraySchema schema;
  private final Array array;
  private final String name;
  private final Subarray part;
  private final Map<PlotField, FieldSurvey> surveys = new HashMap<>();
  private final Map<String, Optional<AxisLabels>> labels = new HashMap<>();

  PlotContext(
      Array array,
      String name,
      PlotFields fields,
      PlotRequest request,
      Subarray part,
      CellSource source,
      PlotSpace space) {
    this.array = array;
    this.schema = array.schema();
    this.name = name;
    this.fields = fields;
    this.request = request;
    this.part = part;
    this.source = source;
    this.space = space;
  }

  /** Surveys fields before they are drawn. A single pass reads all fields that still need one. */
  void survey(PlotField... wanted) {
    List<PlotField> open = new ArrayList<>();
    for (PlotField field : wanted) {
      if (field != null && !surveys.containsKey(field)) {
        boolean logarithmic = isLogarithmic(field);
        if (field.categorical()) {
          surveys.put(field, new FieldSurvey.Names(field, source.fill(field)));
        } else if (PlotFields.isText(field.field())) {
          surveys.put(field, new FieldSurvey.Strings(field));
        } else {
          Range known = field.dimension() ? range(field) : null;
          surveys.put(field, new FieldSurvey.Numbers(field, source, known, logarithmic));
          if (field.dimension() && schema.isDense() && !logarithmic) {
            continue;
          }
        }
        if (!surveys.get(field).isSettled()) {
          open.add(field);
        }
      }
    }
    if (!open.isEmpty()) {
      source.readWhile(
          open,
          batch -> {
            boolean more = false;
            for (PlotField field : open) {
              FieldSurvey survey = surveys.get(field);
              survey.add(batch);
              more |= !survey.isSettled();
            }
            return more;
          });
    }
  }

  private boolean isLogarithmic(PlotField field) {
    return field.equals(fields.x()) && isLogarithmic(Scaled.X)
        || field.equals(fields.y()) && isLogarithmic(Scaled.Y);
  }

  boolean isLogarithmic(Scaled scaled) {
    return request.logarithmic().contains(scaled);
  }

  /** Returns the categories that each have a panel, or null for a single panel. */
  FieldPositions panels() {
    return fields.by() == null ? null : categories(fields.by(), MAX_PANELS);
  }

  /** Returns the number of panels. */
  static int count(FieldPositions by) {
    return by == null ? 1 : by.axis().bins();
  }

  /** Returns the name of a panel. */
  static String panelName(FieldPositions by, int panel) {
    return by == null ? "" : by.field().title() + ": " + by.categories().names().get(panel);
  }

  /** Returns the layout of the panels. Lengths are in bins. */
  PanelGrid grid(FieldPositions by, double aspect) {
    return space.panels(count(by), aspect);
  }

  /** Returns the values or categories that determine colors, or null without colors. */
  FieldPositions colors() {
    if (fields.color() == null) {
      return null;
    }
    return fields.color().categorical()
        ? categories(fields.color(), MAX_COLORS)
        : FieldPositions.of(fields.color(), source, isLogarithmic(Scaled.COLOR));
  }

  FieldPositions categories(PlotField field, int max) {
    Categories categories = ((FieldSurvey.Names) surveys.get(field)).categories(max);
    if (categories == null) {
      throw nothing();
    }
    return FieldPositions.of(field, categories, source);
  }

  /** Returns the coloring: a legend for categories, or a scale that covers the values. */
  Coloring inks(FieldPositions color, String title, double[] values) {
    if (color.categories() != null) {
      Categories categories = color.categories();
      return new Legend(title, categories.names(), categories.hasOther());
    }
    return isLogarithmic(Scaled.COLOR) ? Scale.logarithmic(title, values) : Scale.of(title, values);
  }

  /** Returns the survey of a numeric field. The field must have been surveyed. */
  FieldSurvey.Numbers numbers(PlotField field) {
    return (FieldSurvey.Numbers) surveys.get(field);
  }

  /**
   * Creates an axis for a surveyed field.
   *
   * @param max the maximum number of bins
   * @param coarse whether to use larger bins for fields that have many values
   */
  FieldPositions axis(PlotField field, double max, boolean coarse) {
    int bins = Math.max(1, (int) max);
    FieldSurvey survey = surveys.get(field);
    if (survey instanceof FieldSurvey.Names) {
      return categories(field, Math.max(2, Math.min(bins, MAX_NAMES)));
    }
    if (survey instanceof FieldSurvey.Strings strings) {
      List<byte[]> sorted = strings.sample().sorted(bins);
      if (sorted.isEmpty()) {
        throw nothing();
      }
      return FieldPositions.of(
          field, FieldAxis.of(field.title(), field.field().type(), sorted), source);
    }
    FieldSurvey.Numbers numbers = (FieldSurvey.Numbers) survey;
    return FieldPositions.of(field, FieldAxis.of(numberAxis(field, numbers, bins, coarse)), source);
  }

  private Axis numberAxis(PlotField field, FieldSurvey.Numbers numbers, int max, boolean coarse) {
    if (isLogarithmic(field)) {
      return logAxis(
          field.title(), numbers.leastPositive(), numbers.high(), coarse ? max / PIXELS : max);
    }
    if (numbers.known() instanceof Range.Longs longs) {
      boolean stepped = numbers.fits(longs);
      long each = stepped ? numbers.divisor() : 1;
      long steps = Long.divideUnsigned(longs.high() - longs.low(), each);
      int bins = coarse && Long.compareUnsigned(steps, max) >= 0 ? max / PIXELS : max;
      Datatype type = field.field().type();
      return labeled(
          field,
          stepped
              ? IntegerAxis.ofSteps(field.title(), type, longs.low(), longs.high(), each, bins)
              : IntegerAxis.of(field.title(), type, longs.low(), longs.high(), bins));
    }
    if (numbers.known() == null && numbers.isEmpty()) {
      throw nothing();
    }
    return valueAxis(field, numbers, max, coarse);
  }

  /** Returns the labels of a dimension, for example degrees, or empty for other fields. */
  Optional<AxisLabels> labels(PlotField field) {
    return field.dimension()
        ? labels.computeIfAbsent(field.name(), dimension -> AxisLabels.of(array, dimension))
        : Optional.empty();
  }

  /** Returns the axis of a dimension, whose ticks show its labels if it has any. */
  IntegerAxis labeled(PlotField field, IntegerAxis axis) {
    return labels(field)
        .map(
            known ->
                axis.named(
                    QuotedText.ofName(known.name()),
                    new AxisNames(known.type(), known.first(), known.values())))
        .orElse(axis);
  }

  /**
   * Returns whether a vertical axis runs downwards. Numeric labels, such as degrees of latitude,
   * always increase upwards.
   *
   * @param usual the direction of an axis without numeric labels
   */
  boolean isDownward(PlotField field, boolean usual) {
    return labels(field)
        .filter(known -> !known.isTime())
        .map(AxisLabels::isDecreasing)
        .orElse(usual);
  }

  private Axis valueAxis(PlotField field, FieldSurvey.Numbers numbers, int max, boolean coarse) {
    Range.Doubles known = (Range.Doubles) numbers.known();
    double step = numbers.isEmpty() ? 0 : numbers.step();
    double steps = step > 0 ? (numbers.high() - numbers.low()) / step : Double.POSITIVE_INFINITY;
    int bins = coarse && steps >= max / PIXELS ? max / PIXELS : max;
    if (field.isTime()) {
      return timeAxis(field, numbers, bins);
    }
    if (step > 0) {
      // An axis of few values has enough margin within its own bins.
      int room = known == null && steps >= bins / 2.0 ? (int) Math.ceil(bins * ROOM) : 0;
      return FloatingPointAxis.ofSteps(
          field.title(), numbers.low(), numbers.high(), step, bins, room);
    }
    double low = known == null ? numbers.low() : known.low();
    double high = known == null ? numbers.high() : known.high();
    return known == null
        ? withMargins(field.title(), low, high, bins)
        : FloatingPointAxis.of(field.title(), low, high, bins);
  }

  /**
   * Returns an axis with margins at both ends. Values that are not negative have no margin below 0.
   */
  private static Axis withMargins(String title, double low, double high, int bins) {
    double room = (high / 2 - low / 2) * 2 * ROOM;
    double from = low >= 0 ? Math.max(0, low - room) : low - room;
    return FloatingPointAxis.of(title, from, high + room, bins);
  }

  private static Axis timeAxis(PlotField field, FieldSurvey.Numbers numbers, int max) {
    long low = (long) numbers.low();
    long high = (long) numbers.high();
    Datatype type = field.field().type();
    if (numbers.divisor() > 1) {
      return IntegerAxis.ofSteps(field.title(), type, low, high, numbers.divisor(), max);
    }
    double room = (numbers.high() / 2 - numbers.low() / 2) * 2 * ROOM;
    return IntegerAxis.of(field.title(), type, (long) (low - room), (long) (high + room), max);
  }

  /** Returns an axis for numbers that are known only after the read, such as means. */
  FieldAxis axisOf(PlotField field, double low, double high, int max) {
    if (isLogarithmic(field)) {
      return FieldAxis.of(logAxis(field.title(), low, high, max));
    }
    double room = (high / 2 - low / 2) * 2 * ROOM;
    return FieldAxis.of(
        field.isTime()
            ? IntegerAxis.of(
                field.title(), field.field().type(), (long) (low - room), (long) (high + room), max)
            : withMargins(field.title(), low, high, max));
  }

  /**
   * Returns a logarithmic axis with margins at both ends.
   *
   * @throws InvalidRequestException if low is not positive or is greater than high
   */
  Axis logAxis(String title, double low, double high, int max) {
    if (!(low > 0 && low <= high)) {
      throw new InvalidRequestException(
          "--log: "
              + title
              + " has no values above 0 here, which logarithmic scales require; omit it from --log");
    }
    double room = Math.pow(high / low, ROOM);
    return LogAxis.of(title, low / room, high * room, max);
  }

  /**
   * Returns a picture. Its note lists the restricted dimensions, the given notes and what the panel
   * for other values stands for.
   */
  Picture picture(
      String title,
      List<String> notes,
      FieldPositions by,
      Axis x,
      Axis y,
      boolean down,
      double aspect,
      Coloring inks,
      List<Panel> panels) {
    List<String> all = new ArrayList<>(fixed());
    all.addAll(notes);
    if (by != null && !by.categories().note().isEmpty()) {
      all.add(by.categories().note());
    }
    boolean falls =
        Optional.ofNullable(fields.y())
            .flatMap(this::labels)
            .map(AxisLabels::isDecreasing)
            .orElse(false);
    boolean downwards =
        switch (request.direction()) {
          case USUAL -> down;
          case UP -> falls;
          case DOWN -> !falls;
        };
    return new Picture(
        name + ": " + title, String.join(", ", all), x, y, downwards, aspect, inks, panels);
  }

  /** Describes the cells that are missing in the picture because a field has no drawable value. */
  List<String> leftOut(FieldPositions... positions) {
    Set<String> texts = new LinkedHashSet<>();
    List<String> others = new ArrayList<>();
    for (FieldPositions each : positions) {
      if (each != null) {
        for (String text : each.leftOut(!schema.isDense())) {
          (text.startsWith("other:") ? others : texts).add(text);
        }
      }
    }
    List<String> notes = new ArrayList<>();
    if (!texts.isEmpty()) {
      notes.add("left out: " + String.join(" and ", texts));
    }
    notes.addAll(others);
    return notes;
  }

  /** Describes the ranges of dimensions that are not axes. */
  private List<String> fixed() {
    List<String> parts = new ArrayList<>();
    Map<String, List<Range>> ranges = part.ranges();
    Set<String> axes = new LinkedHashSet<>();
    Stream.of(fields.x(), fields.y()).filter(f -> f != null).forEach(f -> axes.add(f.name()));
    for (Dimension dimension : schema.dimensions()) {
      List<Range> list = ranges.getOrDefault(dimension.name(), List.of());
      if (!axes.contains(dimension.name()) && list.size() == 1) {
        Range range = list.get(0);
        String text =
            PlotFields.isSingleValue(range)
                ? RangeText.low(dimension.type(), range)
                : RangeText.of(dimension.type(), range);
        parts.add(QuotedText.ofName(dimension.name()) + "=" + text);
      }
    }
    return parts;
  }

  InvalidRequestException nothing() {
    return new InvalidRequestException(name + ": no cells with values here, nothing to draw");
  }

  /**
   * Returns the range of a numeric dimension: the requested range or, without one, the written
   * range.
   */
  Range range(PlotField field) {
    Dimension dimension = schema.dimension(field.name()).orElseThrow();
    Optional<Range> written =
        array.nonEmptyDomain().map(box -> box.get(schema.dimensions().indexOf(dimension)));
    List<Range> ranges = part.ranges().getOrDefault(field.name(), List.of());
    if (ranges.isEmpty() && written.isEmpty()) {
      throw nothing();
    }
    NumberField numbers = NumberField.of(dimension).orElseThrow();
    Range all =
        ranges.isEmpty() ? written.orElseThrow() : ranges.stream().reduce(numbers::hull).get();
    return schema.isDense() || written.isEmpty()
        ? all
        : numbers.common(all, written.get()).orElseThrow(this::nothing);
  }

  /** Reads all cells. Loads the positions of each batch, then calls the visitor. */
  void read(Consumer<Batch> visitor, FieldPositions... positions) {
    List<FieldPositions> wanted = Stream.of(positions).filter(Objects::nonNull).toList();
    source.read(
        wanted.stream().map(FieldPositions::field).toList(),
        batch -> {
          wanted.forEach(each -> each.load(batch));
          visitor.accept(batch);
        });
  }

  /**
   * Adds the cells of a loaded batch that have a position on each axis.
   *
   * @param values the values to add; null to count cells
   * @param axes the axes of the bins, the last one varying fastest; nulls are skipped
   */
  static void add(Bins bins, Batch batch, FieldPositions values, FieldPositions... axes) {
    FieldPositions[] present =
        Stream.of(axes).filter(Objects::nonNull).toArray(FieldPositions[]::new);
    int[] sizes = Stream.of(present).mapToInt(each -> each.axis().bins()).toArray();
    for (int row = 0; row < batch.rows(); row++) {
      int bin = 0;
      for (int i = 0; i < sizes.length && bin >= 0; i++) {
        int at = present[i].bin(row);
        bin = at < 0 ? -1 : bin * sizes[i] + at;
      }
      bins.add(bin, values == null ? 1 : values.value(row));
    }
  }
}
