package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Single cells, by their coordinates in all dimensions; hundreds of thousands can be read at once.
 * Point {@code i} has the coordinate {@code i} of each dimension. A point that is given several
 * times is read once, and the cells come in the order of the layout, not of the points. Immutable.
 *
 * <pre>{@code
 * Points.of("y", 1, 4, 9).and("x", 2, 2, 7)
 * }</pre>
 *
 * <p>Coordinates are integers ({@code long}) in dimensions of integers, datetimes and times,
 * floating-point numbers ({@code double}) in those of FLOAT32 and FLOAT64, which take integers too,
 * and texts ({@code String}) in those of strings. That they fit the array is checked by the read.
 */
public final class Points {
  /** No points in no dimension: what programs add dimensions to, one by one. */
  public static final Points NONE = new Points(Map.of(), 0);

  /** By dimension: long[], double[] or String[], all of the same length, which nobody writes to. */
  private final Map<String, Object> coordinates;

  private final int count;

  private Points(Map<String, Object> coordinates, int count) {
    this.coordinates = coordinates;
    this.count = count;
  }

  /** Points with these coordinates (copied) in a dimension of integers, datetimes or times. */
  public static Points of(String dimension, long... values) {
    return NONE.and(dimension, values);
  }

  /** Points with these coordinates (copied) in a dimension of floating-point numbers. */
  public static Points of(String dimension, double... values) {
    return NONE.and(dimension, values);
  }

  /** Points with these coordinates (copied) in a dimension of strings. */
  public static Points of(String dimension, String... values) {
    return NONE.and(dimension, values);
  }

  /**
   * These points with their coordinates (copied) in one more dimension, of integers, datetimes or
   * times.
   *
   * @throws InvalidRequestException if there is not one coordinate for each point, or the dimension
   *     has coordinates
   */
  public Points and(String dimension, long... values) {
    return with(dimension, values.clone(), values.length);
  }

  /** As {@link #and(String, long...)}, in a dimension of floating-point numbers. */
  public Points and(String dimension, double... values) {
    return with(dimension, values.clone(), values.length);
  }

  /** As {@link #and(String, long...)}, in a dimension of strings. */
  public Points and(String dimension, String... values) {
    return with(dimension, values.clone(), values.length);
  }

  private Points with(String dimension, Object values, int length) {
    Map<String, Object> all = new LinkedHashMap<>(coordinates);
    if (all.put(Objects.requireNonNull(dimension, "dimension"), values) != null) {
      throw new InvalidRequestException(
          "\"%s\" has coordinates already: give each dimension once".formatted(dimension));
    }
    if (!coordinates.isEmpty() && length != count) {
      throw new InvalidRequestException(
          "%d points in \"%s\", but %d in \"%s\": give one coordinate for each point"
              .formatted(count, coordinates.keySet().iterator().next(), length, dimension));
    }
    return new Points(Collections.unmodifiableMap(all), length);
  }

  /** The dimensions that have coordinates, in the order in which they were given. */
  public Set<String> dimensions() {
    return coordinates.keySet();
  }

  /** A copy of the coordinates in a dimension; empty if it was not given integers. */
  public Optional<long[]> integers(String dimension) {
    return coordinates.get(dimension) instanceof long[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** A copy of the coordinates in a dimension; empty if it was not given floating-point numbers. */
  public Optional<double[]> floatingPoints(String dimension) {
    return coordinates.get(dimension) instanceof double[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** A copy of the coordinates in a dimension; empty if it was not given strings. */
  public Optional<String[]> strings(String dimension) {
    return coordinates.get(dimension) instanceof String[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** The number of points, repeated ones counted as often as they are given. */
  public int count() {
    return count;
  }

  /** The number of points and their dimensions. */
  @Override
  public String toString() {
    return count + " points in " + coordinates.keySet();
  }
}
