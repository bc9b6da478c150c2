package io.tiledb.java.api;

import io.azulejo.schema.Range;
import java.util.Arrays;

/** Converts between ranges of the engine and pairs of Java objects. */
final class Ranges {
  private Ranges() {}

  /**
   * Returns the engine's range between two coordinates.
   *
   * @throws ClassCastException if a coordinate is not of the Java class of the type
   */
  static Range of(Object low, Object high, Datatype type) {
    if (type.isStringType() || type == Datatype.TILEDB_CHAR) {
      return Range.of(
          ((String) low).getBytes(Scalars.charset(type)),
          ((String) high).getBytes(Scalars.charset(type)));
    }
    Number first = number(low, type);
    Number last = number(high, type);
    return type.isRealType()
        ? Range.of(first.doubleValue(), last.doubleValue())
        : Range.of(first.longValue(), last.longValue());
  }

  /**
   * Returns a coordinate as a number of the engine. UINT32 and smaller unsigned types are positive.
   *
   * @throws ClassCastException if the coordinate is not of the Java class of the type
   */
  static Number number(Object value, Datatype type) {
    byte[] bytes = Scalars.bytes(value, type);
    return (Number) Scalars.value(bytes, 0, type);
  }

  /** Returns the ends of a range as objects of the Java class of the type. */
  static Pair<Object, Object> ends(Range range, Datatype type) {
    if (range instanceof Range.Strings strings) {
      return new Pair<>(Scalars.text(strings.low(), type), Scalars.text(strings.high(), type));
    } else if (range instanceof Range.Doubles doubles) {
      return new Pair<>(real(doubles.low(), type), real(doubles.high(), type));
    }
    Range.Strided whole = Range.Strided.of(range);
    return new Pair<>(integer(whole.low(), type), integer(whole.high(), type));
  }

  /** Returns the smallest range that contains two ranges of the same type. */
  static Range union(Range a, Range b, Datatype type) {
    if (a instanceof Range.Strings left && b instanceof Range.Strings right) {
      return Range.of(
          Arrays.compareUnsigned(left.low(), right.low()) <= 0 ? left.low() : right.low(),
          Arrays.compareUnsigned(left.high(), right.high()) >= 0 ? left.high() : right.high());
    } else if (a instanceof Range.Doubles left && b instanceof Range.Doubles right) {
      return Range.of(Math.min(left.low(), right.low()), Math.max(left.high(), right.high()));
    }
    Range.Longs left = (Range.Longs) a;
    Range.Longs right = (Range.Longs) b;
    return Range.of(
        compare(left.low(), right.low(), type) <= 0 ? left.low() : right.low(),
        compare(left.high(), right.high(), type) >= 0 ? left.high() : right.high());
  }

  /** Returns whether two ranges of the same type have a common coordinate. */
  static boolean overlap(Range a, Range b, Datatype type) {
    return a.intersection(b, type.toEngine()).isPresent();
  }

  /** Returns the coordinate of a domain that is the nearest one to a range outside the domain. */
  static Range nearest(Range range, Range domain, Datatype type) {
    if (range instanceof Range.Doubles ends && domain instanceof Range.Doubles limits) {
      double end = ends.high() < limits.low() ? limits.low() : limits.high();
      return Range.of(end, end);
    }
    Range.Longs ends = (Range.Longs) range;
    Range.Longs limits = (Range.Longs) domain;
    long end = compare(ends.high(), limits.low(), type) < 0 ? limits.low() : limits.high();
    return Range.of(end, end);
  }

  /** Returns whether a range of integers begins right after the end of another one. */
  static boolean continues(Range first, Range next, Datatype type) {
    return first instanceof Range.Longs left
        && next instanceof Range.Longs right
        && left.high() + 1 == right.low()
        && compare(left.high(), right.low(), type) < 0;
  }

  /** Compares two integers, as unsigned numbers for UINT64. */
  static int compare(long a, long b, Datatype type) {
    return type == Datatype.TILEDB_UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private static Object real(double value, Datatype type) {
    if (type == Datatype.TILEDB_FLOAT32) {
      return (float) value;
    }
    return value;
  }

  private static Object integer(long value, Datatype type) {
    return switch (type) {
      case TILEDB_INT8 -> (byte) value;
      case TILEDB_UINT8, TILEDB_BOOL, TILEDB_INT16 -> (short) value;
      case TILEDB_UINT16, TILEDB_INT32 -> (int) value;
      default -> value;
    };
  }
}
