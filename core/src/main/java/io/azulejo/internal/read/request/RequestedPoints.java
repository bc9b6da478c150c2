package io.azulejo.internal.read.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.Points;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Single cells that a request selects, checked against the dimensions of an array and sorted by
 * coordinates.
 */
public final class RequestedPoints {
  private final ArraySchema schema;
  private final int count;
  private final long[][] keys;
  private final Slice[][] texts;
  private final long[] min;
  private final long[] max;

  /**
   * Checks and sorts points.
   *
   * @throws InvalidRequestException if the points do not have coordinates within the domain in
   *     every dimension
   */
  RequestedPoints(ArraySchema schema, Points points) {
    this.schema = schema;
    this.count = points.count();
    List<Dimension> dimensions = schema.dimensions();
    List<String> names = dimensions.stream().map(Dimension::name).toList();
    if (!points.dimensions().equals(Set.copyOf(names))) {
      throw new InvalidRequestException(
          "points have coordinates in %s, but need them in each of the dimensions %s"
              .formatted(points.dimensions(), names));
    }
    keys = new long[dimensions.size()][];
    texts = new Slice[dimensions.size()][];
    min = new long[keys.length];
    max = new long[keys.length];
    for (int d = 0; d < keys.length; d++) {
      Dimension dimension = dimensions.get(d);
      if (dimension.isVar()) {
        texts[d] = texts(dimension, points);
      } else {
        keys[d] = keys(dimension, points);
      }
      check(dimension, d);
    }
    sort();
    for (int d = 0; d < keys.length; d++) {
      min[d] = keys[d] == null ? 0 : Arrays.stream(keys[d]).min().orElse(Long.MAX_VALUE);
      max[d] = keys[d] == null ? 0 : Arrays.stream(keys[d]).max().orElse(Long.MIN_VALUE);
    }
  }

  /** Returns the bytes that sorted points take until the end of a read. */
  static long bytes(ArraySchema schema, Points points) {
    return (long) points.count() * (schema.dimensions().size() * Long.BYTES + Integer.BYTES);
  }

  /** Sorts the points by the first dimension, then by the second, and so on. */
  private void sort() {
    int[] order;
    if (Arrays.stream(keys).allMatch(Objects::nonNull)) {
      order = RadixSort.sort(List.of(keys), count);
    } else {
      order = IntStream.range(0, count).boxed().sorted(this::compare).mapToInt(i -> i).toArray();
    }
    for (int d = 0; d < keys.length; d++) {
      if (keys[d] != null) {
        keys[d] = RadixSort.take(keys[d], order);
      } else {
        Slice[] of = texts[d];
        texts[d] = Arrays.stream(order).mapToObj(i -> of[i]).toArray(Slice[]::new);
      }
    }
  }

  private int compare(int a, int b) {
    for (int d = 0; d < keys.length; d++) {
      int order =
          keys[d] != null
              ? Long.compare(keys[d][a], keys[d][b])
              : texts[d][a].compareTo(texts[d][b]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static Slice[] texts(Dimension dimension, Points points) {
    String[] given = points.strings(dimension.name()).orElseThrow(() -> kind(dimension, "strings"));
    Slice[] texts = new Slice[given.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Slice.of(given[i].getBytes(StandardCharsets.UTF_8));
    }
    return texts;
  }

  private static long[] keys(Dimension dimension, Points points) {
    Datatype type = dimension.type();
    Optional<long[]> integers = points.integers(dimension.name());
    if (integers.isPresent()) {
      long[] keys = integers.get();
      for (int i = 0; i < keys.length; i++) {
        keys[i] =
            type.isFloatingPoint()
                ? floatingPoint(dimension, i, keys[i])
                : CoordinateKeys.ofInteger(type, keys[i]);
      }
      return keys;
    }
    Optional<double[]> numbers = points.floatingPoints(dimension.name());
    if (numbers.isPresent() && type.isFloatingPoint()) {
      double[] values = numbers.get();
      long[] keys = new long[values.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = floatingPoint(dimension, i, values[i]);
      }
      return keys;
    }
    throw kind(dimension, type.isFloatingPoint() ? "floating-point numbers" : "integers");
  }

  private static long floatingPoint(Dimension dimension, int index, double value) {
    if (Double.isNaN(value)) {
      throw new InvalidRequestException(
          "point %d: NaN is not a coordinate of \"%s\"".formatted(index, dimension.name()));
    }
    return CoordinateKeys.ofFloatingPoint(dimension.type(), value == 0 ? 0.0 : value);
  }

  private static InvalidRequestException kind(Dimension dimension, String kind) {
    return new InvalidRequestException(
        "dimension \"%s\" has type %s; pass the coordinates of points as %s"
            .formatted(dimension.name(), dimension.type(), kind));
  }

  private void check(Dimension dimension, int d) {
    Optional<Range> current = schema.currentDomain().map(box -> box.get(d));
    Range bounds = current.or(dimension::domain).orElse(null);
    if (bounds == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      boolean within;
      if (bounds instanceof Range.Strings text) {
        within =
            Slice.of(text.low()).compareTo(texts[d][i]) <= 0
                && texts[d][i].compareTo(Slice.of(text.high())) <= 0;
      } else {
        within =
            keys[d][i] >= CoordinateKeys.low(dimension.type(), bounds)
                && keys[d][i] <= CoordinateKeys.high(dimension.type(), bounds);
      }
      if (!within) {
        throw new InvalidRequestException(
            "point %d: the coordinate in \"%s\" is not within the %s %s"
                .formatted(
                    i,
                    dimension.name(),
                    current.isPresent() ? "current domain" : "domain",
                    CoordinateText.of(dimension.type(), bounds)));
      }
    }
  }

  /** Returns the number of points, including repeated ones. */
  public int count() {
    return count;
  }

  /**
   * Returns the coordinates in a numeric dimension as keys. The caller must not modify the array.
   */
  public long[] keys(int d) {
    return keys[d];
  }

  /** Returns the coordinates in a string dimension. The caller must not modify the array. */
  public Slice[] texts(int d) {
    return texts[d];
  }

  /**
   * Returns the keys of all dimensions, null for string dimensions. The caller must not modify the
   * arrays.
   */
  public long[][] keys() {
    return keys;
  }

  /** Converts the key of a cell to the form used by points, where -0.0 is replaced by 0.0. */
  public long key(int d, long key) {
    Datatype type = schema.dimensions().get(d).type();
    return type.isFloatingPoint() && key == CoordinateKeys.ofFloatingPoint(type, -0.0)
        ? key + 1
        : key;
  }

  /**
   * Returns whether a range of a numeric dimension overlaps the interval from the smallest to the
   * largest point.
   */
  public boolean hullTouches(int d, Range range) {
    Datatype type = schema.dimensions().get(d).type();
    return key(d, CoordinateKeys.low(type, range)) <= max[d]
        && key(d, CoordinateKeys.high(type, range)) >= min[d];
  }

  /**
   * Returns the range of an integer dimension that encloses all points; empty if there are none.
   */
  public List<Range> hull(int d) {
    if (count == 0) {
      return List.of();
    }
    Datatype type = schema.dimensions().get(d).type();
    return List.of(
        Range.of(CoordinateKeys.toInteger(type, min[d]), CoordinateKeys.toInteger(type, max[d])));
  }
}
