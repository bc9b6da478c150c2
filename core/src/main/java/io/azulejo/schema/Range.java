package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

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

  /**
   * Returns the coordinates of this range that are also in another one; empty if there are none. A
   * strided range keeps its step, and an open range ends where the other one ends.
   *
   * @param other a range of integers, floating-point numbers or strings with two ends, such as the
   *     domain of a dimension. It must be of the same kind as this range, except that integers are
   *     converted to floating-point numbers
   * @param type the type of the coordinates; UINT64 values are compared as unsigned numbers
   * @throws InvalidRequestException if the ranges are of different kinds
   */
  default Optional<Range> intersection(Range other, Datatype type) {
    if (this instanceof Open open) {
      return closed(open.bound, open.upwards, other).intersection(other, type);
    } else if (this instanceof Strings a && other instanceof Strings b) {
      byte[] low = Arrays.compareUnsigned(a.low, b.low) >= 0 ? a.low : b.low;
      byte[] high = Arrays.compareUnsigned(a.high, b.high) <= 0 ? a.high : b.high;
      return Arrays.compareUnsigned(low, high) <= 0 ? Optional.of(of(low, high)) : Optional.empty();
    } else if (this instanceof Longs a && other instanceof Doubles) {
      return of((double) a.low, (double) a.high).intersection(other, type);
    } else if (this instanceof Doubles a && other instanceof Doubles b) {
      double low = a.low >= b.low ? a.low : b.low;
      double high = a.high <= b.high ? a.high : b.high;
      return low <= high ? Optional.of(of(low, high)) : Optional.empty();
    } else if (this instanceof Longs a && other instanceof Longs b) {
      long low = compare(a.low, b.low, type) >= 0 ? a.low : b.low;
      long high = compare(a.high, b.high, type) <= 0 ? a.high : b.high;
      return compare(low, high, type) <= 0 ? Optional.of(of(low, high)) : Optional.empty();
    } else if (this instanceof Strided a && other instanceof Longs) {
      return of(a.low, a.high)
          .intersection(other, type)
          .flatMap(both -> strided((Longs) both, a, type));
    }
    throw new InvalidRequestException(
        "the ranges %s and %s have different kinds of coordinates".formatted(this, other));
  }

  private static int compare(long a, long b, Datatype type) {
    return type.isUnsigned() ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /** Returns the range between an end of an open range and an end of another range. */
  private static Range closed(Range bound, boolean upwards, Range other) {
    if (bound instanceof Strings a && other instanceof Strings b) {
      return upwards ? of(a.low, b.high) : of(b.low, a.high);
    } else if (bound instanceof Longs a && other instanceof Longs b) {
      return upwards ? of(a.low, b.high) : of(b.low, a.high);
    } else if (bound instanceof Longs a && other instanceof Doubles) {
      return closed(of((double) a.low, (double) a.high), upwards, other);
    } else if (bound instanceof Doubles a && other instanceof Doubles b) {
      return upwards ? of(a.low, b.high) : of(b.low, a.high);
    }
    return bound;
  }

  /** Returns the values of a strided range in a part of it; empty if there are none. */
  private static Optional<Range> strided(Longs part, Strided whole, Datatype type) {
    long beyond = Long.remainderUnsigned(part.low - whole.low, whole.step);
    long low = beyond == 0 ? part.low : part.low + (whole.step - beyond);
    boolean overflows = compare(low, part.low, type) < 0;
    return overflows || compare(low, part.high, type) > 0
        ? Optional.empty()
        : Optional.of(every(whole.step, low, part.high));
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }
}
