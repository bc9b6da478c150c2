package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Single cells given by their coordinates in all dimensions; hundreds of thousands can be read at
 * once. Point {@code i} has coordinate {@code i} of each dimension. A repeated point is read once.
 * Cells come in the order of the layout, not of the points. Immutable.
 *
 * <pre>{@code
 * Points.of("y", 1, 4, 9).and("x", 2, 2, 7)
 * }</pre>
 *
 * <p>Coordinates have the following types; the read checks that they fit the array:
 *
 * <ul>
 *   <li>{@code long} for dimensions of integers, datetimes and times
 *   <li>{@code double} or {@code long} for dimensions of FLOAT32 and FLOAT64
 *   <li>{@code String} for dimensions of strings
 * </ul>
 */
public final class Points {
  /** Points without dimensions, to which a program adds dimensions one by one. */
  public static final Points NONE = new Points(Map.of(), 0);

  /** Coordinates by dimension: long[], double[] or String[] of equal length, never written to. */
  private final Map<String, Object> coordinates;

  private final int count;

  private Points(Map<String, Object> coordinates, int count) {
    this.coordinates = coordinates;
    this.count = count;
  }

  /**
   * Returns points with these coordinates (copied) in a dimension of integers, datetimes or times.
   */
  public static Points of(String dimension, long... values) {
    return NONE.and(dimension, values);
  }

  /** Returns points with these coordinates (copied) in a dimension of floating-point numbers. */
  public static Points of(String dimension, double... values) {
    return NONE.and(dimension, values);
  }

  /** Returns points with these coordinates (copied) in a dimension of strings. */
  public static Points of(String dimension, String... values) {
    return NONE.and(dimension, values);
  }

  /**
   * Returns these points with their coordinates (copied) in one more dimension, of integers,
   * datetimes or times.
   *
   * @throws InvalidRequestException if the number of coordinates is not the number of points, or
   *     the dimension has coordinates already
   */
  public Points and(String dimension, long... values) {
    return with(dimension, values.clone(), values.length);
  }

  /** Adds a dimension of floating-point numbers; otherwise like {@link #and(String, long...)}. */
  public Points and(String dimension, double... values) {
    return with(dimension, values.clone(), values.length);
  }

  /** Adds a dimension of strings; otherwise like {@link #and(String, long...)}. */
  public Points and(String dimension, String... values) {
    return with(dimension, values.clone(), values.length);
  }

  private Points with(String dimension, Object values, int length) {
    Map<String, Object> all = new LinkedHashMap<>(coordinates);
    if (all.put(Objects.requireNonNull(dimension, "dimension"), values) != null) {
      throw new InvalidRequestException(
          "dimension \"%s\" already has coordinates; pass each dimension once"
              .formatted(dimension));
    }
    if (!coordinates.isEmpty() && length != count) {
      throw new InvalidRequestException(
          "%d points in \"%s\", but %d in \"%s\"; pass one coordinate for each point"
              .formatted(count, coordinates.keySet().iterator().next(), length, dimension));
    }
    return new Points(Collections.unmodifiableMap(all), length);
  }

  /** Returns the dimensions with coordinates, in the order in which they were given. */
  public Set<String> dimensions() {
    return coordinates.keySet();
  }

  /** Returns a copy of the coordinates in a dimension; empty if they are not integers. */
  public Optional<long[]> integers(String dimension) {
    return coordinates.get(dimension) instanceof long[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /**
   * Returns a copy of the coordinates in a dimension; empty if they are not floating-point numbers.
   */
  public Optional<double[]> floatingPoints(String dimension) {
    return coordinates.get(dimension) instanceof double[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** Returns a copy of the coordinates in a dimension; empty if they are not strings. */
  public Optional<String[]> strings(String dimension) {
    return coordinates.get(dimension) instanceof String[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** Returns the number of points, including repeated points. */
  public int count() {
    return count;
  }

  /** Returns the number of points and their dimensions. */
  @Override
  public String toString() {
    return count + " points in " + coordinates.keySet();
  }
}
