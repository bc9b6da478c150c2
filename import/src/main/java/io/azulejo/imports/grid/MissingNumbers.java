package io.azulejo.imports.grid;

import io.azulejo.schema.Datatype;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Decides which stored numbers represent missing values: declared numbers, numbers outside a valid
 * range, and NaN.
 *
 * <p>A number that the stored type cannot hold (NaN for integers, 300 for bytes) matches nothing.
 */
final class MissingNumbers {
  /** The least double that exceeds the range of a long. */
  private static final double TOO_LARGE = 0x1p63;

  private final long[] integers;
  private final double[] reals;
  private final double least;
  private final double greatest;

  /**
   * Creates the rules that a file declares.
   *
   * @param stored the type of stored numbers: integers or floating-point numbers
   * @param none the numbers for missing values, each a Long, Float or Double; for unsigned integers
   *     also the negative numbers with the same bits
   * @param least the least valid stored number, or infinite
   * @param greatest the greatest valid stored number, or infinite
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

  /** Returns whether a stored number other than NaN can be missing. */
  boolean any() {
    return integers.length > 0
        || reals.length > 0
        || least > Double.NEGATIVE_INFINITY
        || greatest < Double.POSITIVE_INFINITY;
  }

  /** Returns the first declared number that the stored type can hold: a Long or a Double. */
  Optional<Number> first() {
    if (integers.length > 0) {
      return Optional.of(integers[0]);
    }
    return reals.length > 0 ? Optional.of(reals[0]) : Optional.empty();
  }

  /**
   * Returns whether a stored integer represents a missing value.
   *
   * @param number the integer as a double
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

  /** Converts a number to the stored type for comparisons. */
  static double real(Datatype stored, Number number) {
    if (stored == Datatype.FLOAT32) {
      return number.floatValue();
    }
    return number instanceof Long integer && stored.isUnsigned()
        ? unsigned(sameBits(stored, integer))
        : number.doubleValue();
  }

  /** Converts an unsigned integer to a double. */
  static double unsigned(long integer) {
    // Half of the number fits a signed long; its last bit is kept for rounding.
    return integer >= 0 ? integer : (double) (integer >>> 1 | integer & 1) * 2;
  }

  /** Returns a declared number as stored integers; empty if the type cannot hold it. */
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

  /** Converts a negative number of the same width to the unsigned number with the same bits. */
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
