package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An interval of coordinates of one dimension, or of values of one dimension label; both ends
 * belong to it. Immutable. Whether it fits a dimension is checked where it is used.
 *
 * <p>Its text is {@code [1, 10]}, {@code ["a", "b"]}, {@code [1, 10] step 2}, {@code [1, ...]}.
 */
public sealed interface Range
    permits Range.Longs, Range.Doubles, Range.Strings, Range.Strided, Range.Open {

  /**
   * An interval of integers, of datetimes or of times, which are counts of the units of their type.
   * Values of UINT64 beyond {@link Long#MAX_VALUE} are held as the same 64 bits.
   *
   * @param low the lowest value
   * @param high the highest value
   */
  record Longs(long low, long high) implements Range {
    @Override
    public String toString() {
      return "[" + low + ", " + high + "]";
    }
  }

  /**
   * An interval of FLOAT32 values, each as the double of the same value, or of FLOAT64 values.
   *
   * @param low the lowest value
   * @param high the highest value
   */
  record Doubles(double low, double high) implements Range {
    @Override
    public String toString() {
      return "[" + low + ", " + high + "]";
    }
  }

  /** An interval of strings, ordered by their unsigned bytes, the shorter prefix first. */
  final class Strings implements Range {
    private final byte[] low;
    private final byte[] high;

    private Strings(byte[] low, byte[] high) {
      this.low = low;
      this.high = high;
    }

    /** The bytes of the first string (a copy). */
    public byte[] low() {
      return low.clone();
    }

    /** The bytes of the last string (a copy). */
    public byte[] high() {
      return high.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Strings that
          && Arrays.equals(low, that.low)
          && Arrays.equals(high, that.high);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
    }

    @Override
    public String toString() {
      return "[" + quoted(low) + ", " + quoted(high) + "]";
    }
  }

  /**
   * Every n-th integer of an interval, beginning with the lowest; for requests alone.
   *
   * @param low the first value
   * @param high the value that is not exceeded
   * @param step n, at least 1
   */
  record Strided(long low, long high, long step) implements Range {
    /** Checks the step. */
    public Strided {
      if (step < 1) {
        throw new InvalidRequestException("a step of " + step + ": the least is 1");
      }
    }

    /**
     * A range of integers as one with a step, which is 1 where it has none.
     *
     * @throws ClassCastException if it is a range of something else
     */
    public static Strided of(Range range) {
      return range instanceof Longs longs
          ? new Strided(longs.low(), longs.high(), 1)
          : (Strided) range;
    }

    @Override
    public String toString() {
      return "[" + low + ", " + high + "] step " + step;
    }
  }

  /**
   * An interval of which one end is that of the domain; for requests alone.
   *
   * @param bound the other end: a range of that one value
   * @param upwards whether the interval begins there; else it ends there
   */
  record Open(Range bound, boolean upwards) implements Range {
    @Override
    public String toString() {
      String end =
          bound instanceof Longs longs
              ? Long.toString(longs.low())
              : bound instanceof Doubles doubles
                  ? Double.toString(doubles.low())
                  : quoted(((Strings) bound).low);
      return upwards ? "[" + end + ", ...]" : "[..., " + end + "]";
    }
  }

  /** The values from this one to the end of the domain. */
  static Range from(long low) {
    return new Open(of(low, low), true);
  }

  /** As {@link #from(long)}. */
  static Range from(double low) {
    return new Open(of(low, low), true);
  }

  /** As {@link #from(long)}. */
  static Range from(String low) {
    return new Open(of(low, low), true);
  }

  /** The values from the beginning of the domain to this one. */
  static Range until(long high) {
    return new Open(of(high, high), false);
  }

  /** As {@link #until(long)}. */
  static Range until(double high) {
    return new Open(of(high, high), false);
  }

  /** As {@link #until(long)}. */
  static Range until(String high) {
    return new Open(of(high, high), false);
  }

  /** Every {@code step}-th integer from low on, up to high. */
  static Range every(long step, long low, long high) {
    return new Strided(low, high, step);
  }

  /** The integers, datetimes or times from low to high, both included. */
  static Range of(long low, long high) {
    return new Longs(low, high);
  }

  /** The floating-point numbers from low to high, both included. */
  static Range of(double low, double high) {
    return new Doubles(low, high);
  }

  /** The strings from low to high, both included, by their UTF-8 bytes. */
  static Range of(String low, String high) {
    return new Strings(low.getBytes(StandardCharsets.UTF_8), high.getBytes(StandardCharsets.UTF_8));
  }

  /** The strings from low to high, both included, given as bytes. */
  static Range of(byte[] low, byte[] high) {
    return new Strings(low.clone(), high.clone());
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }
}
