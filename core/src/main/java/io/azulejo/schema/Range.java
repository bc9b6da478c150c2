package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An interval of dimension coordinates or dimension label values. Both ends are inclusive.
 * Immutable. A range is validated against a dimension only when a request or schema uses it.
 *
 * <p>The text form is {@code [1, 10]}, {@code ["a", "b"]}, {@code [1, 10] step 2} or {@code [1,
 * ...]}.
 */
public sealed interface Range
    permits Range.Longs, Range.Doubles, Range.Strings, Range.Strided, Range.Open {

  /**
   * An interval of integers, datetimes or times. Datetimes and times are counted in the unit of
   * their type. UINT64 values above {@link Long#MAX_VALUE} are held as the same 64 bits.
   *
   * @param low the lowest value, inclusive
   * @param high the highest value, inclusive
   */
  record Longs(long low, long high) implements Range {
    @Override
    public String toString() {
      return "[" + low + ", " + high + "]";
    }
  }

  /**
   * An interval of FLOAT32 or FLOAT64 values. FLOAT32 values are held as equal doubles.
   *
   * @param low the lowest value, inclusive
   * @param high the highest value, inclusive
   */
  record Doubles(double low, double high) implements Range {
    @Override
    public String toString() {
      return "[" + low + ", " + high + "]";
    }
  }

  /**
   * An interval of strings in the order of their unsigned bytes. A prefix sorts before longer
   * strings.
   */
  final class Strings implements Range {
    private final byte[] low;
    private final byte[] high;

    private Strings(byte[] low, byte[] high) {
      this.low = low;
      this.high = high;
    }

    /** Returns a copy of the lowest string's bytes. */
    public byte[] low() {
      return low.clone();
    }

    /** Returns a copy of the highest string's bytes. */
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
   * Every {@code step}-th integer of an interval, starting at {@code low}. Allowed only in
   * requests.
   *
   * @param low the first value
   * @param high the upper bound, inclusive
   * @param step the distance between consecutive values, at least 1
   */
  record Strided(long low, long high, long step) implements Range {
    /**
     * Validates the step.
     *
     * @throws InvalidRequestException if the step is less than 1
     */
    public Strided {
      if (step < 1) {
        throw new InvalidRequestException("step " + step + " is too small (minimum: 1)");
      }
    }

    /**
     * Converts an integer range to a strided range. A {@link Longs} interval gets a step of 1.
     *
     * @throws ClassCastException if the range is neither {@link Longs} nor {@link Strided}
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
   * An interval with one bound that extends to the other end of the domain. Allowed only in
   * requests.
   *
   * @param bound the inclusive bound, as a range with equal ends
   * @param upwards true if the interval extends from the bound to the end of the domain, false if
   *     it extends from the start of the domain to the bound
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

  /** Returns the range from {@code low}, inclusive, to the end of the domain. */
  static Range from(long low) {
    return new Open(of(low, low), true);
  }

  /** Returns the range from {@code low}, inclusive, to the end of the domain. */
  static Range from(double low) {
    return new Open(of(low, low), true);
  }

  /** Returns the range from {@code low}, inclusive, to the end of the domain. */
  static Range from(String low) {
    return new Open(of(low, low), true);
  }

  /** Returns the range from the start of the domain to {@code high}, inclusive. */
  static Range until(long high) {
    return new Open(of(high, high), false);
  }

  /** Returns the range from the start of the domain to {@code high}, inclusive. */
  static Range until(double high) {
    return new Open(of(high, high), false);
  }

  /** Returns the range from the start of the domain to {@code high}, inclusive. */
  static Range until(String high) {
    return new Open(of(high, high), false);
  }

  /**
   * Returns every {@code step}-th integer, starting at {@code low} and up to {@code high}.
   *
   * @param step the distance between consecutive values, at least 1
   * @param low the first value
   * @param high the upper bound, inclusive
   * @throws InvalidRequestException if the step is less than 1
   */
  static Range every(long step, long low, long high) {
    return new Strided(low, high, step);
  }

  /**
   * Returns the range of integers, datetimes or times from {@code low} to {@code high}, inclusive.
   */
  static Range of(long low, long high) {
    return new Longs(low, high);
  }

  /** Returns the range of floating-point numbers from {@code low} to {@code high}, inclusive. */
  static Range of(double low, double high) {
    return new Doubles(low, high);
  }

  /** Returns the range of strings from {@code low} to {@code high}, inclusive, encoded as UTF-8. */
  static Range of(String low, String high) {
    return new Strings(low.getBytes(StandardCharsets.UTF_8), high.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the range of strings from {@code low} to {@code high}, inclusive. The arrays are
   * copied.
   */
  static Range of(byte[] low, byte[] high) {
    return new Strings(low.clone(), high.clone());
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }
}
