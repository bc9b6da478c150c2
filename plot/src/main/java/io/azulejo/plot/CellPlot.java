package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Scale;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The picture of the cells of an array. Cells are read batch by batch and put into bins, so that
 * what is kept depends on the picture alone.
 */
public final class CellPlot {
  /** More points than this are counted in bins. */
  private static final int MAX_POINTS = 4_000;

  private static final int MAX_POINTS_OF_TEXT = 600;

  /** A bin of points is so many pixels wide and high. */
  private static final int PIXELS = 4;

  /** What is left free above and below values. */
  private static final double ROOM = 0.04;

  private final Array array;
  private final String name;
  private final ArraySchema schema;
  private final PlotFields fields;
  private final Subarray part;
  private final CellSource source;

  /** A plot of some fields of the cells of a part of an array. */
  public CellPlot(Array array, String name, PlotFields fields, Subarray part, CellSource source) {
    this.array = array;
    this.name = name;
    this.schema = array.schema();
    this.fields = fields;
    this.part = part;
    this.source = source;
  }

  /**
   * The picture.
   *
   * @param columns the greatest number of bins to the right
   * @param rows the greatest number of bins upwards
   * @param fine whether it is for a file, not for a terminal
   */
  public Picture picture(int columns, int rows, boolean fine) {
    return switch (fields.form()) {
      case HEAT_MAP -> heatMap(columns, rows);
      case LINE -> line(fine ? columns : 2 * columns, rows);
      case SCATTER -> scatter(columns, rows, fine);
    };
  }

  private Picture heatMap(int columns, int rows) {
    FieldPositions x = places(fields.x(), columns);
    FieldPositions y = places(fields.y(), rows);
    FieldPositions color = FieldPositions.of(fields.color(), source);
    Bins bins = new Bins(x, y, color);
    source.read(List.of(fields.x(), fields.y(), fields.color()), bins::add);
    double[] means = bins.means();
    Scale scale = Scale.of(mean(fields.color(), bins.max() > 1), means);
    return picture(title(fields.color()), x, y, true, scale, new Layer.Cells(means));
  }

  private Picture line(int columns, int rows) {
    FieldPositions x = places(fields.x(), columns);
    FieldPositions values = FieldPositions.of(fields.y(), source);
    int count = x.axis().bins();
    double[] lows = new double[count];
    double[] highs = new double[count];
    Arrays.fill(lows, Double.POSITIVE_INFINITY);
    Arrays.fill(highs, Double.NEGATIVE_INFINITY);
    source.read(
        List.of(fields.x(), fields.y()),
        batch -> {
          x.load(batch);
          values.load(batch);
          for (int row = 0; row < batch.rows(); row++) {
            int bin = x.bin(row);
            double value = values.value(row);
            if (bin >= 0 && !Double.isNaN(value)) {
              lows[bin] = Math.min(lows[bin], value);
              highs[bin] = Math.max(highs[bin], value);
            }
          }
        });
    double low = Arrays.stream(lows).min().orElseThrow();
    double high = Arrays.stream(highs).max().orElseThrow();
    if (low > high) {
      throw nothing();
    }
    FieldPositions y = axis(fields.y(), low, high, rows);
    List<double[]> marks = new ArrayList<>();
    for (int bin = 0; bin < count; bin++) {
      boolean blank = lows[bin] > highs[bin];
      // Cells that a sparse array does not have interrupt nothing.
      if (!blank || schema.isDense()) {
        double lower = blank ? Double.NaN : y.place(lows[bin]);
        marks.add(new double[] {bin + 0.5, lower, blank ? Double.NaN : y.place(highs[bin])});
      }
    }
    Layer band =
        new Layer.Band(
            marks.stream().mapToDouble(m -> m[0]).toArray(),
            marks.stream().mapToDouble(m -> m[1]).toArray(),
            marks.stream().mapToDouble(m -> m[2]).toArray());
    String title = title(fields.y()) + " by " + title(fields.x());
    return picture(title, x, y, false, null, band);
  }

  private Picture scatter(int columns, int rows, boolean fine) {
    FieldPositions x = places(fields.x(), fine ? coarse(fields.x(), columns) : columns);
    FieldPositions y = places(fields.y(), fine ? coarse(fields.y(), rows) : rows);
    FieldPositions color =
        fields.color() == null ? null : FieldPositions.of(fields.color(), source);
    Bins bins = new Bins(x, y, color);
    PointList points = new PointList(x, y, color, fine ? MAX_POINTS : MAX_POINTS_OF_TEXT);
    List<RowField> wanted = new ArrayList<>(List.of(fields.x(), fields.y()));
    if (color != null) {
      wanted.add(fields.color());
    }
    source.read(
        wanted,
        batch -> {
          bins.add(batch);
          points.add(batch);
        });
    if (bins.max() == 0) {
      throw nothing();
    }
    String title = title(fields.y()) + " by " + title(fields.x());
    if (points.fits()) {
      Layer.Points layer = points.layer();
      Coloring inks = color == null ? null : Scale.of(title(fields.color()), layer.values());
      return picture(title, x, y, false, inks, layer);
    }
    if (color == null) {
      double[] counts = bins.counts();
      Scale scale = Scale.ofCounts("cells", counts);
      return picture(title, x, y, false, scale, new Layer.Cells(counts));
    }
    double[] means = bins.means();
    Scale scale = Scale.of(mean(fields.color(), bins.max() > 1), means);
    return picture(title, x, y, false, scale, new Layer.Cells(means));
  }

  private Picture picture(
      String title, FieldPositions x, FieldPositions y, boolean down, Coloring inks, Layer layer) {
    return new Picture(name + ": " + title, note(), x.axis(), y.axis(), down, inks, List.of(layer));
  }

  /** How many bins points are counted in: each number has its own where there are few. */
  private int coarse(RowField field, int max) {
    boolean few =
        schema.dimension(field.name()).isPresent()
            && !isText(field)
            && range(field) instanceof Range.Longs longs
            && Long.compareUnsigned(longs.high() - longs.low(), max) < 0;
    return few ? max : max / PIXELS;
  }

  private static boolean isText(RowField field) {
    return field.cellValNum() == Attribute.VAR || field.type().isString();
  }

  /** The dimensions that are fixed, and what became of the cells. */
  private String note() {
    List<String> parts = new ArrayList<>();
    Map<String, List<Range>> ranges = part.ranges();
    for (Dimension dimension : schema.dimensions()) {
      boolean axis =
          dimension.name().equals(fields.x().name()) || dimension.name().equals(fields.y().name());
      List<Range> list = ranges.getOrDefault(dimension.name(), List.of());
      if (!axis && list.size() == 1) {
        Range range = list.get(0);
        String text =
            PlotFields.isOne(range)
                ? RangeText.low(dimension.type(), range)
                : RangeText.of(dimension.type(), range);
        parts.add(QuotedText.ofName(dimension.name()) + "=" + text);
      }
    }
    return String.join(", ", parts);
  }

  private static String mean(RowField field, boolean several) {
    return several ? "mean of " + title(field) : title(field);
  }

  private static String title(RowField field) {
    return QuotedText.ofName(field.name());
  }

  private InvalidRequestException nothing() {
    return new InvalidRequestException(
        name + ": there are no cells with values here, so there is nothing to draw");
  }

  // Axes.

  private FieldPositions places(RowField field, int max) {
    if (isText(field)) {
      return ranked(field, max);
    }
    if (schema.dimension(field.name()).isPresent()) {
      FieldAxis coordinates = FieldAxis.of(title(field), field.type(), range(field), max);
      return FieldPositions.of(field, coordinates, source);
    }
    double[] ends = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    FieldPositions values = FieldPositions.of(field, source);
    source.read(
        List.of(field),
        batch -> {
          values.load(batch);
          for (int row = 0; row < batch.rows(); row++) {
            double value = values.value(row);
            if (!Double.isNaN(value)) {
              ends[0] = Math.min(ends[0], value);
              ends[1] = Math.max(ends[1], value);
            }
          }
        });
    if (ends[0] > ends[1]) {
      throw nothing();
    }
    return axis(field, ends[0], ends[1], max);
  }

  private FieldPositions ranked(RowField field, int max) {
    StringSample ranks = new StringSample();
    source.read(
        List.of(field),
        batch -> {
          Column column = batch.column(0);
          for (int row = 0; row < batch.rows(); row++) {
            ranks.add(column.getBytes(row));
          }
        });
    List<byte[]> strings = ranks.sorted(max);
    if (strings.isEmpty()) {
      throw nothing();
    }
    return FieldPositions.of(field, FieldAxis.of(title(field), field.type(), strings), source);
  }

  /** An axis of an attribute, with some room at its ends. */
  private FieldPositions axis(RowField field, double low, double high, int max) {
    double room = (high / 2 - low / 2) * 2 * ROOM;
    boolean time = field.type().isDatetime() || field.type().isTime();
    FieldAxis coordinates =
        time
            ? FieldAxis.of(
                title(field),
                field.type(),
                Range.of((long) (low - room), (long) (high + room)),
                max)
            : FieldAxis.of(title(field), Datatype.FLOAT64, Range.of(low - room, high + room), max);
    return FieldPositions.of(field, coordinates, source);
  }

  /** Of a dimension of numbers the ranges, or all that was written. */
  private Range range(RowField field) {
    Dimension dimension = schema.dimension(field.name()).orElseThrow();
    Optional<Range> written =
        array.nonEmptyDomain().map(box -> box.get(schema.dimensions().indexOf(dimension)));
    List<Range> ranges = part.ranges().getOrDefault(field.name(), List.of());
    if (ranges.isEmpty() && written.isEmpty()) {
      throw nothing();
    }
    Range all = ranges.isEmpty() ? written.orElseThrow() : hull(field.type(), ranges);
    return schema.isDense() || written.isEmpty() ? all : common(field.type(), all, written.get());
  }

  private static Range hull(Datatype type, List<Range> ranges) {
    Range all = ranges.get(0);
    for (Range range : ranges) {
      if (range instanceof Range.Doubles doubles) {
        Range.Doubles before = (Range.Doubles) all;
        all =
            Range.of(
                Math.min(before.low(), doubles.low()), Math.max(before.high(), doubles.high()));
      } else {
        Range.Longs longs = (Range.Longs) range;
        Range.Longs before = (Range.Longs) all;
        all =
            Range.of(min(type, before.low(), longs.low()), max(type, before.high(), longs.high()));
      }
    }
    return all;
  }

  /** What two ranges have in common. */
  private Range common(Datatype type, Range a, Range b) {
    if (a instanceof Range.Doubles doublesA) {
      Range.Doubles doublesB = (Range.Doubles) b;
      double low = Math.max(doublesA.low(), doublesB.low());
      if (low > Math.min(doublesA.high(), doublesB.high())) {
        throw nothing();
      }
      return Range.of(low, Math.min(doublesA.high(), doublesB.high()));
    }
    Range.Longs longsA = (Range.Longs) a;
    Range.Longs longsB = (Range.Longs) b;
    long low = max(type, longsA.low(), longsB.low());
    long high = min(type, longsA.high(), longsB.high());
    if (min(type, low, high) != low) {
      throw nothing();
    }
    return Range.of(low, high);
  }

  private static long min(Datatype type, long a, long b) {
    long flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    return (a ^ flip) <= (b ^ flip) ? a : b;
  }

  private static long max(Datatype type, long a, long b) {
    return min(type, a, b) == a ? b : a;
  }
}
