package io.azulejo.query;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Single cells, by their coordinates in all dimensions. Each is given once, whatever the order and
 * the repetitions here, in the order of the layout; hundreds of thousands are read at once.
 * Immutable.
 */
public final class Points {
  private final Map<String, Coordinates> coordinates;
  private final int count;

  /** The coordinates of all points in one dimension. */
  public sealed interface Coordinates {
    /** The number of points. */
    int count();
  }

  /**
   * Coordinates of a dimension of integers, datetimes or times.
   *
   * @param values a value for each point; not to be written to
   */
  public record Longs(long[] values) implements Coordinates {
    @Override
    public int count() {
      return values.length;
    }
  }

  /**
   * Coordinates of a dimension of FLOAT32 or FLOAT64.
   *
   * @param values a value for each point; not to be written to
   */
  public record Doubles(double[] values) implements Coordinates {
    @Override
    public int count() {
      return values.length;
    }
  }

  /**
   * Coordinates of a dimension of strings.
   *
   * @param values a value for each point; not to be written to
   */
  public record Strings(String[] values) implements Coordinates {
    @Override
    public int count() {
      return values.length;
    }
  }

  private Points(Map<String, Coordinates> coordinates, int count) {
    this.coordinates = coordinates;
    this.count = count;
  }

  /** A builder of points. */
  public static Builder builder() {
    return new Builder();
  }

  /** The coordinates by dimension. */
  public Map<String, Coordinates> coordinates() {
    return coordinates;
  }

  /** The number of points, repeated ones counted as often as they are given. */
  public int count() {
    return count;
  }

  /** Builds points, step by step. Not for use by several threads. */
  public static final class Builder {
    private final Map<String, Coordinates> coordinates = new LinkedHashMap<>();

    private Builder() {}

    /** The coordinates in a dimension of integers, datetimes or times, one for each point. */
    public Builder dimension(String name, long... values) {
      return put(name, new Longs(values.clone()));
    }

    /** The coordinates in a dimension of floating-point numbers, one for each point. */
    public Builder dimension(String name, double... values) {
      return put(name, new Doubles(values.clone()));
    }

    /** The coordinates in a dimension of strings, one for each point. */
    public Builder dimension(String name, String... values) {
      return put(name, new Strings(values.clone()));
    }

    private Builder put(String name, Coordinates values) {
      coordinates.put(Objects.requireNonNull(name, "name"), values);
      return this;
    }

    /**
     * The points.
     *
     * @throws IllegalArgumentException if dimensions have different numbers of coordinates
     */
    public Points build() {
      int count = 0;
      String first = null;
      for (Map.Entry<String, Coordinates> entry : coordinates.entrySet()) {
        if (first == null) {
          first = entry.getKey();
          count = entry.getValue().count();
        } else if (entry.getValue().count() != count) {
          throw new IllegalArgumentException(
              "%d points in \"%s\", but %d in \"%s\": give one coordinate for each point"
                  .formatted(count, first, entry.getValue().count(), entry.getKey()));
        }
      }
      return new Points(Collections.unmodifiableMap(new LinkedHashMap<>(coordinates)), count);
    }
  }
}
