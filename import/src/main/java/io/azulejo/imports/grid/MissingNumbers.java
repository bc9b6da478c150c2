package io.azulejo.imports.grid;

import io.azulejo.schema.Datatype;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Decides which stored numbers represent missing values: the declared ones, numbers outside the
 * valid range, and NaN.
 *
 * <p>A declared number that the stored type cannot hold, such as NaN for integers or 300 for bytes,
 * has no effect.
 */
final class MissingNumbers {
  /** The smallest double that is too large for a long. */
  private static final double TOO_LARGE = 0x1p63;

  private final long[] integers;
  private final double[] reals;
  private final double least;
  private final double greatest;

  /**
   * Creates the rules that a file declares.
   *
   * @param stored type of the stored numbers
   * @param none numbers that represent missing values, each a Long, Float or Double; for unsigned
   *     integers, negative numbers with the same bits are accepted too
   * @param least smallest valid stored number, or negative infinity
   * @param greatest greatest valid stored number, or infinity
   */
  MissingNumbers(Datatype stored, List<Number> none, double least, double greatest) {
    boolean real = isReal(stored);
    integers = none.stream().filter(n -> !real).flatMapToLong(n -> integer(stored, n)).toArray();
    reals = none.stream().filter(n -> real).mapToDouble(n -> real(stored, n)).toArray();
    this.least = least;
    this.greatest = greatest;
  }

  /** Returns whether a type is floating-point. */
  static boolean isReal(Datatype type) {
    return type == Datatype.FLOAT32 || type == Datatype.FLOAT64;
  }

  /** Returns whether stored numbers other than NaN can represent missing values. */
  boolean any() {
    return integers.length > 0
        || reals.length > 0
        || least > Double.NEGATIVE_INFINITY
        || greatest < Double.POSITIVE_INFINITY;
  }

  /** Returns the first declared number that the stored type can hold, as a Long or a Double. */
  Optional<Number> first() {
    if (integers.length > 0) {
      return Optional.of(integers[0]);
    }
    return reals.length > 0 ? Optional.of(reals[0]) : Optional.empty();
  }

  /**
   * Returns whether a stored integer represents a missing value.
   *
   * @param integer the bits of the integer
   * @param number the value of the integer
   */
  boolean has(long integer, double number) {
    for (long one : integers) {
      if (one == integer) {
        return true;
      }
    }
    return number < least || number > greatest;
  }

  /** Returns whether a stored floating-point number represents a missing value. */
  boolean has(double number) {
    for (double one : reals) {
      if (one == number) {
        return true;
      }
    }
    return !(number >= least && number <= greatest);
  }

  /** Converts a number to the stored type, for comparisons. */
  static double real(Datatype stored, Number number) {
    if (stored == Datatype.FLOAT32) {
      return number.floatValue();
    }
    return number instanceof Long integer && stored.isUnsigned()
        ? unsigned(sameBits(stored, integer))
        : number.doubleValue();
  }

  /** Converts an unsigned 64-bit integer to a double. */
  static double unsigned(long integer) {
    // Half of the number fits a signed long. Its last bit is kept for correct rounding.
    return integer >= 0 ? integer : (double) (integer >>> 1 | integer & 1) * 2;
  }

  /**
   * Returns a declared number as a stored integer, or an empty stream if the type cannot hold it.
   */
  private static LongStream integer(Datatype stored, Number number) {
    if (number instanceof Long integer) {
      long value = sameBits(stored, integer);
      return isWithin(stored, value) ? LongStream.of(value) : LongStream.empty();
    }
    double real = number.doubleValue();
    if (real != Math.rint(real)) {
      return LongStream.empty();
    }
    if (stored == Datatype.UINT64 && real >= TOO_LARGE && real < 2 * TOO_LARGE) {
      return LongStream.of((long) (real - TOO_LARGE) + Long.MIN_VALUE);
    }
    return real >= -TOO_LARGE && real < TOO_LARGE
        ? integer(stored, (long) real)
        : LongStream.empty();
  }

  /**
   * Converts a negative number to the unsigned number with the same bits, if the type is unsigned.
   */
  private static long sameBits(Datatype stored, long value) {
    int bits = 8 * stored.size();
    boolean signed = value < 0 && stored.isUnsigned() && bits < Long.SIZE;
    return signed && value >= -(1L << bits - 1) ? value + (1L << bits) : value;
  }

  private static boolean isWithin(Datatype stored, long value) {
    int bits = 8 * stored.size();
    if (bits == Long.SIZE) {
      return true;
    }
    return stored.isUnsigned()
        ? value >= 0 && value < 1L << bits
        : value >= -(1L << bits - 1) && value < 1L << bits - 1;
  }
}
