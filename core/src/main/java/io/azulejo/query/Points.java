package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A list of single cells to read, given by their coordinates in all dimensions. One read can select
 * hundreds of thousands of points. The point with index {@code i} consists of the coordinates at
 * index {@code i} in each dimension. A point that occurs several times in the list is read once.
 * The read returns cells in the order of its layout, not in the order of the points. Immutable.
 *
 * <pre>{@code
 * Points.of("y", 1, 4, 9).and("x", 2, 2, 7)
 * }</pre>
 *
 * <p>Coordinates have the following types; the read checks that they fit the array:
 *
 * <ul>
 *   <li>{@code long} for integer, datetime and time dimensions
 *   <li>{@code double} or {@code long} for FLOAT32 and FLOAT64 dimensions
 *   <li>{@code String} for string dimensions
 * </ul>
 */
public final class Points {
  /**
   * No points and no dimensions. Code that handles arrays of any schema can start here and add one
   * dimension after another.
   */
  public static final Points NONE = new Points(Map.of(), 0);

  /**
   * Coordinates by dimension name: long[], double[] or String[] arrays of equal length that are
   * never changed.
   */
  private final Map<String, Object> coordinates;

  private final int count;

  private Points(Map<String, Object> coordinates, int count) {
    this.coordinates = coordinates;
    this.count = count;
  }

  /**
   * Returns points with these coordinates in an integer, datetime or time dimension.
   *
   * @param values the coordinates, which are copied
   */
  public static Points of(String dimension, long... values) {
    return NONE.and(dimension, values);
  }

  /**
   * Returns points with these coordinates in a floating-point dimension.
   *
   * @param values the coordinates, which are copied
   */
  public static Points of(String dimension, double... values) {
    return NONE.and(dimension, values);
  }

  /**
   * Returns points with these coordinates in a string dimension.
   *
   * @param values the coordinates, which are copied
   */
  public static Points of(String dimension, String... values) {
    return NONE.and(dimension, values);
  }

  /**
   * Returns these points with coordinates in one more integer, datetime or time dimension.
   *
   * @param values one coordinate for each point; they are copied
   * @throws InvalidRequestException if the number of coordinates differs from the number of points,
   *     or if the dimension already has coordinates
   */
  public Points and(String dimension, long... values) {
    return with(dimension, values.clone(), values.length);
  }

  /**
   * Returns these points with coordinates in one more floating-point dimension.
   *
   * @param values one coordinate for each point; they are copied
   * @throws InvalidRequestException if the number of coordinates differs from the number of points,
   *     or if the dimension already has coordinates
   */
  public Points and(String dimension, double... values) {
    return with(dimension, values.clone(), values.length);
  }

  /**
   * Returns these points with coordinates in one more string dimension.
   *
   * @param values one coordinate for each point; they are copied
   * @throws InvalidRequestException if the number of coordinates differs from the number of points,
   *     or if the dimension already has coordinates
   */
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

  /**
   * Returns the names of the dimensions that have coordinates, in the order in which they were
   * added.
   */
  public Set<String> dimensions() {
    return coordinates.keySet();
  }

  /**
   * Returns a copy of the coordinates in a dimension. Empty if the dimension has no coordinates, or
   * if they are not integers.
   */
  public Optional<long[]> integers(String dimension) {
    return coordinates.get(dimension) instanceof long[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /**
   * Returns a copy of the coordinates in a dimension. Empty if the dimension has no coordinates, or
   * if they are not floating-point numbers.
   */
  public Optional<double[]> floatingPoints(String dimension) {
    return coordinates.get(dimension) instanceof double[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /**
   * Returns a copy of the coordinates in a dimension. Empty if the dimension has no coordinates, or
   * if they are not strings.
   */
  public Optional<String[]> strings(String dimension) {
    return coordinates.get(dimension) instanceof String[] values
        ? Optional.of(values.clone())
        : Optional.empty();
  }

  /** Returns the number of points, counting repeated points each time. */
  public int count() {
    return count;
  }

  /** Returns the number of points and the names of their dimensions. */
  @Override
  public String toString() {
    return count + " points in " + coordinates.keySet();
  }
}
