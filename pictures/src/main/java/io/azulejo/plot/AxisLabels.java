package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The labels of a dense dimension's coordinates, for example degrees of latitude. They are numbers
 * or dates that increase or decrease with the coordinates. Immutable.
 */
public final class AxisLabels {
  /**
   * The maximum number of labels to keep in memory. Axes of longer dimensions show coordinates
   * instead.
   */
  private static final long MAX_LABELS = 1 << 20;

  private final String name;
  private final Datatype type;
  private final long first;
  private final Column column;
  private final double[] values;
  private final boolean decreasing;

  private AxisLabels(
      DimensionLabel label, long first, Column column, double[] values, boolean decreasing) {
    this.name = label.name();
    this.type = label.type();
    this.first = first;
    this.column = column;
    this.values = values;
    this.decreasing = decreasing;
  }

  /**
   * Reads the labels of a dimension's written coordinates.
   *
   * @return the labels, or empty if the dimension has no labels, has too many, or has labels that
   *     are not sorted
   */
  public static Optional<AxisLabels> of(Array array, String dimension) {
    ArraySchema schema = array.schema();
    Optional<NDRange> written = array.nonEmptyDomain();
    int index = schema.dimensions().stream().map(Dimension::name).toList().indexOf(dimension);
    if (index < 0 || !schema.isDense() || written.isEmpty()) {
      return Optional.empty();
    }
    Range.Longs range = (Range.Longs) written.get().get(index);
    if (Long.compareUnsigned(range.high() - range.low(), MAX_LABELS) >= 0) {
      return Optional.empty();
    }
    return schema.labels().stream()
        .filter(label -> label.dimension() == index && isNumber(label))
        .findFirst()
        .flatMap(label -> read(array, written.get(), index, label));
  }

  private static boolean isNumber(DimensionLabel label) {
    return label.cellValNum() == 1
        && (label.type().isFloatingPoint() || label.type().isIntegerValued());
  }

  private static Optional<AxisLabels> read(
      Array array, NDRange written, int index, DimensionLabel label) {
    Range.Longs range = (Range.Longs) written.get(index);
    Subarray line = Subarray.ALL;
    List<Dimension> dimensions = array.schema().dimensions();
    for (int d = 0; d < dimensions.size(); d++) {
      long low = ((Range.Longs) written.get(d)).low();
      line = line.and(dimensions.get(d).name(), d == index ? range : Range.of(low, low));
    }
    ReadRequest request = ReadRequest.ALL.select(label.name()).subarray(line);
    int count = (int) (range.high() - range.low() + 1);
    double[] values = new double[count];
    Column column;
    try (BatchReader in = array.read(request).batches()) {
      Batch batch = in.next();
      if (batch == null || batch.rows() != count) {
        return Optional.empty();
      }
      column = batch.column(0);
    }
    for (int i = 0; i < count; i++) {
      values[i] = column.getDouble(i);
    }
    boolean decreasing = count > 1 ? values[0] > values[1] : label.order() == DataOrder.DECREASING;
    return isInOrder(values, decreasing)
        ? Optional.of(new AxisLabels(label, range.low(), column, values, decreasing))
        : Optional.empty();
  }

  private static boolean isInOrder(double[] values, boolean decreasing) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        return false;
      }
      if (i > 0 && !(decreasing ? values[i] < values[i - 1] : values[i] > values[i - 1])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the name of the dimension label. */
  public String name() {
    return name;
  }

  /** Returns the data type of the labels. */
  public Datatype type() {
    return type;
  }

  /** Returns the coordinate that the first label belongs to. */
  public long first() {
    return first;
  }

  /** Returns the number of labels. There is one for each coordinate, starting at the first. */
  public int count() {
    return values.length;
  }

  /**
   * Returns a label.
   *
   * @param place the distance of the label's coordinate from the first coordinate, starting at 0
   */
  public double value(int place) {
    return values[place];
  }

  /** Returns whether labels decrease while coordinates increase. */
  public boolean isDecreasing() {
    return decreasing;
  }

  /** Returns whether the labels are dates or times. */
  public boolean isTime() {
    return type.isDatetime() || type.isTime();
  }

  /**
   * Returns the range of labels that selects a range of coordinates.
   *
   * @param low the first coordinate
   * @param high the last coordinate, inclusive
   */
  public Range range(long low, long high) {
    int from = place(low);
    int to = place(high);
    int least = decreasing ? to : from;
    int greatest = decreasing ? from : to;
    return type.isFloatingPoint()
        ? Range.of(column.getDouble(least), column.getDouble(greatest))
        : Range.of(column.getLong(least), column.getLong(greatest));
  }

  /**
   * Replaces the label ranges of a subarray by ranges of the labeled coordinates.
   *
   * @throws InvalidRequestException if a label does not exist, or the labels cannot be axis labels
   */
  public static Subarray inCoordinates(Array array, Subarray part) {
    Subarray all = Subarray.ALL;
    for (Map.Entry<String, List<Range>> entry : part.ranges().entrySet()) {
      String name = entry.getKey();
      if (array.schema().dimension(name).isPresent()) {
        all = all.and(name, entry.getValue());
        continue;
      }
      String dimension = dimensionOf(array.schema(), name);
      AxisLabels labels =
          of(array, dimension)
              .filter(known -> known.name().equals(name))
              .orElseThrow(
                  () ->
                      new InvalidRequestException(
                          "a plot cannot select by label %s, whose values are not sorted numbers or dates; select by %s"
                              .formatted(name, dimension)));
      for (Range range : entry.getValue()) {
        all = all.and(dimension, labels.coordinates(range));
      }
    }
    return all;
  }

  private static String dimensionOf(ArraySchema schema, String label) {
    return schema.labels().stream()
        .filter(known -> known.name().equals(label))
        .map(known -> schema.dimensions().get(known.dimension()).name())
        .findFirst()
        .orElseThrow();
  }

  private Range coordinates(Range range) {
    int from = -1;
    int to = -1;
    for (int i = 0; i < values.length; i++) {
      if (isWithin(i, range)) {
        from = from < 0 ? i : from;
        to = i;
      }
    }
    if (from < 0) {
      throw new InvalidRequestException(
          "%s has no labels in %s; its labels range from %s to %s"
              .formatted(
                  name,
                  range,
                  Math.min(values[0], values[values.length - 1]),
                  Math.max(values[0], values[values.length - 1])));
    }
    return Range.of(first + from, first + to);
  }

  private boolean isWithin(int place, Range range) {
    if (range instanceof Range.Doubles doubles) {
      return values[place] >= doubles.low() && values[place] <= doubles.high();
    }
    Range.Longs longs = (Range.Longs) range;
    long flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    long value = column.getLong(place) ^ flip;
    return value >= (longs.low() ^ flip) && value <= (longs.high() ^ flip);
  }

  /**
   * Returns the low and the high end of the interval that the labels of a coordinate range cover.
   * It extends half a step beyond the least and the greatest label.
   */
  double[] ends(Range.Longs coordinates) {
    int from = place(coordinates.low());
    int to = place(coordinates.high());
    double before = from == to ? 0 : (values[from + 1] - values[from]) / 2;
    double after = from == to ? 0 : (values[to] - values[to - 1]) / 2;
    double[] ends = {values[from] - before, values[to] + after};
    Arrays.sort(ends);
    return ends;
  }

  private int place(long coordinate) {
    return (int) Math.max(0, Math.min(values.length - 1L, coordinate - first));
  }

  /** Returns a copy of all labels, in the order of their coordinates. */
  double[] values() {
    return values.clone();
  }
}
