package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An interval of coordinates of a dimension or values of a dimension label, including both ends.
 * Immutable. Whether it fits a dimension is checked on use.
 *
 * <p>Written as {@code [1, 10]}, {@code ["a", "b"]}, {@code [1, 10] step 2} or {@code [1, ...]}.
 */
public sealed interface Range
    permits Range.Longs, Range.Doubles, Range.Strings, Range.Strided, Range.Open {

  /**
   * An interval of integers, or of datetimes or times as counts of their unit. UINT64 values above
   * {@link Long#MAX_VALUE} are held as the same 64 bits.
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
   * An interval of FLOAT32 or FLOAT64 values; FLOAT32 values are held as equal doubles.
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

  /** An interval of strings, ordered by unsigned bytes; a prefix sorts before longer strings. */
  final class Strings implements Range {
    private final byte[] low;
    private final byte[] high;

    private Strings(byte[] low, byte[] high) {
      this.low = low;
      this.high = high;
    }

    /** Returns a copy of the bytes of the first string. */
    public byte[] low() {
      return low.clone();
    }

    /** Returns a copy of the bytes of the last string. */
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
   * Every n-th integer of an interval, starting with the lowest. Only for requests.
   *
   * @param low the first value
   * @param high the upper bound
   * @param step n, at least 1
   */
  record Strided(long low, long high, long step) implements Range {
    /** Checks the step. */
    public Strided {
      if (step < 1) {
        throw new InvalidRequestException("step " + step + " is too small (minimum: 1)");
      }
    }

    /**
     * Converts a range of integers to a strided range; an interval gets a step of 1.
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
   * An interval that extends to one end of the domain. Only for requests.
   *
   * @param bound the other end, as a range of one value
   * @param upwards true from the bound to the end of the domain, false from its start to the bound
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

  /** Returns the values from {@code low} to the end of the domain. */
  static Range from(long low) {
    return new Open(of(low, low), true);
  }

  /** Returns the values from {@code low} to the end of the domain. */
  static Range from(double low) {
    return new Open(of(low, low), true);
  }

  /** Returns the values from {@code low} to the end of the domain. */
  static Range from(String low) {
    return new Open(of(low, low), true);
  }

  /** Returns the values from the start of the domain to {@code high}. */
  static Range until(long high) {
    return new Open(of(high, high), false);
  }

  /** Returns the values from the start of the domain to {@code high}. */
  static Range until(double high) {
    return new Open(of(high, high), false);
  }

  /** Returns the values from the start of the domain to {@code high}. */
  static Range until(String high) {
    return new Open(of(high, high), false);
  }

  /**
   * Returns every {@code step}-th integer from {@code low} up to {@code high}.
   *
   * @throws InvalidRequestException if the step is less than 1
   */
  static Range every(long step, long low, long high) {
    return new Strided(low, high, step);
  }

  /** Returns the integers, datetimes or times from {@code low} to {@code high}, inclusive. */
  static Range of(long low, long high) {
    return new Longs(low, high);
  }

  /** Returns the floating-point numbers from {@code low} to {@code high}, inclusive. */
  static Range of(double low, double high) {
    return new Doubles(low, high);
  }

  /** Returns the strings from {@code low} to {@code high}, inclusive, by their UTF-8 bytes. */
  static Range of(String low, String high) {
    return new Strings(low.getBytes(StandardCharsets.UTF_8), high.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the strings from {@code low} to {@code high}, inclusive; the bytes are copied. */
  static Range of(byte[] low, byte[] high) {
    return new Strings(low.clone(), high.clone());
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }
}
