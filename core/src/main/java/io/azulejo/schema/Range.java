package io.azulejo.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An interval of coordinates of one dimension; both ends belong to it. */
public sealed interface Range permits Range.Whole, Range.Real, Range.Text {

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
