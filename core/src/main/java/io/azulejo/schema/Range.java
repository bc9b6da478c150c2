package io.azulejo.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An interval of coordinates of one dimension; both ends belong to it. */
public sealed interface Range
    permits Range.Whole, Range.Real, Range.Text, Range.Strided, Range.Open {

  /**
   * An interval of whole numbers: integers, datetimes, times. Values of UINT64 beyond {@link
   * Long#MAX_VALUE} are held as the same 64 bits.
   *
   * @param low the least value
   * @param high the greatest value
   */
  record Whole(long low, long high) implements Range {}

  /**
   * An interval of FLOAT32 (exactly as doubles) or FLOAT64 values.
   *
   * @param low the least value
   * @param high the greatest value
   */
  record Real(double low, double high) implements Range {}

  /** An interval of strings, ordered by their unsigned bytes, the shorter prefix first. */
  final class Text implements Range {
    private final byte[] low;
    private final byte[] high;

    private Text(byte[] low, byte[] high) {
      this.low = low;
      this.high = high;
    }

    /** The least string's bytes (a copy). */
    public byte[] low() {
      return low.clone();
    }

    /** The greatest string's bytes (a copy). */
    public byte[] high() {
      return high.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Text that
          && Arrays.equals(low, that.low)
          && Arrays.equals(high, that.high);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
    }

    @Override
    public String toString() {
      return "Text[low="
          + new String(low, StandardCharsets.UTF_8)
          + ", high="
          + new String(high, StandardCharsets.UTF_8)
          + "]";
    }
  }

  /**
   * Every so many-th whole number of an interval, the least one first; for requests alone.
   *
   * @param low the least value
   * @param high the value that is not exceeded
   * @param step from one value to the next, at least 1
   */
  record Strided(long low, long high, long step) implements Range {
    /** Checks the step. */
    public Strided {
      if (step < 1) {
        throw new IllegalArgumentException("a step of " + step + ": the least is 1");
      }
    }

    /** A range of whole numbers as one with a step. */
    public static Strided of(Range range) {
      return range instanceof Whole whole
          ? new Strided(whole.low(), whole.high(), 1)
          : (Strided) range;
    }
  }

  /**
   * An interval that ends where the domain does; for requests alone.
   *
   * @param bound the one value where it begins or ends, as a range of its own
   * @param upwards whether it begins there
   */
  record Open(Range bound, boolean upwards) implements Range {}

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

  /** Every so many-th whole number from low to high, the first of them low. */
  static Range every(long step, long low, long high) {
    return new Strided(low, high, step);
  }

  /** The whole numbers from low to high, both included. */
  static Range of(long low, long high) {
    return new Whole(low, high);
  }

  /** The real numbers from low to high, both included. */
  static Range of(double low, double high) {
    return new Real(low, high);
  }

  /** The strings from low to high, both included, by their UTF-8 bytes. */
  static Range of(String low, String high) {
    return new Text(low.getBytes(StandardCharsets.UTF_8), high.getBytes(StandardCharsets.UTF_8));
  }

  /** The strings from low to high, both included, given as bytes. */
  static Range of(byte[] low, byte[] high) {
    return new Text(low.clone(), high.clone());
  }
}
