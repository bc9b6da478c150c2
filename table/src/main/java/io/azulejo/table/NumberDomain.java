package io.azulejo.table;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.schema.Datatype;
import io.azulejo.table.Dialect.Mixed;
import io.azulejo.table.Dialect.Nans;
import io.azulejo.table.Dialect.Zeros;
import io.azulejo.table.Predicate.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The domain of a column of numbers, booleans, dates or times.
 *
 * <p>Values are represented by 64-bit keys, which sort like the values. The key of a signed integer
 * is the integer itself; for UINT64, it is the integer minus 2⁶³. The key of a floating-point
 * number is its bits, inverted if negative. -0.0 sorts before 0.0, and NaN does not have a key.
 *
 * <p>The dialect defines how a literal compares with each value, including rounding, units and
 * widths. The position of a literal among the values follows from these comparisons. It is computed
 * for exact numbers in integer columns, and otherwise found by binary search.
 */
final class NumberDomain extends CellDomain<Long> {
  private static final long NEGATIVE_ZERO = -1;

  private final Datatype type;
  private final Optional<ColumnHint.Decimal> digits;
  private final Dialect dialect;
  private final long min;
  private final long max;

  /**
   * Creates the domain of a column.
   *
   * @param type the type of the values
   * @param digits the precision and scale if the values are unscaled decimal numbers
   * @param nullable whether cells can be stored as null
   */
  NumberDomain(
      Datatype type, Optional<ColumnHint.Decimal> digits, boolean nullable, Dialect dialect) {
    super(all(type, nullable), defined(type, dialect));
    this.type = type;
    this.digits = digits;
    this.dialect = dialect;
    min = min(type);
    max = max(type);
  }

  /** Returns all keys of a type. */
  static Intervals<Long> universe(Datatype type) {
    return Intervals.between(Intervals.KEYS, min(type), Intervals.KEYS.next(max(type)));
  }

  private static CellSet<Long> all(Datatype type, boolean nullable) {
    return new CellSet<>(universe(type), type.isFloatingPoint(), nullable);
  }

  private static CellSet<Long> defined(Datatype type, Dialect dialect) {
    return new CellSet<>(
        universe(type).minus(undefined(type, dialect)), type.isFloatingPoint(), false);
  }

  /**
   * Returns the keys that are null to the engine: NaT and times outside its range, if the dialect
   * says so.
   */
  static Intervals<Long> undefined(Datatype type, Dialect dialect) {
    List<Intervals<Long>> parts = new ArrayList<>();
    if (type.isDatetime() && dialect.nat() == Dialect.Nat.NULL) {
      parts.add(Intervals.of(Intervals.KEYS, List.of(Long.MIN_VALUE)));
    }
    if (dialect.isTime(type) && dialect.outOfRange() == Dialect.OutOfRange.NULL) {
      long[] countable = Attoseconds.countable(type, dialect.finest());
      parts.add(Intervals.between(Intervals.KEYS, Long.MIN_VALUE, countable[0]));
      parts.add(Intervals.between(Intervals.KEYS, Intervals.KEYS.next(countable[1]), null));
    }
    return Intervals.union(Intervals.KEYS, parts);
  }

  private static long min(Datatype type) {
    if (type.isFloatingPoint()) {
      return CoordinateKeys.ofFloatingPoint(type, Double.NEGATIVE_INFINITY);
    }
    return type.isUnsigned() && type.size() < Long.BYTES ? 0 : -1L << (Byte.SIZE * type.size() - 1);
  }

  private static long max(Datatype type) {
    if (type.isFloatingPoint()) {
      return CoordinateKeys.ofFloatingPoint(type, Double.POSITIVE_INFINITY);
    }
    return type.isUnsigned() && type.size() < Long.BYTES
        ? (1L << (Byte.SIZE * type.size())) - 1
        : -1L >>> (Long.SIZE - Byte.SIZE * type.size() + 1);
  }

  /** Returns the integer that a key represents. */
  static BigInteger integer(Datatype type, long key) {
    BigInteger number = BigInteger.valueOf(key);
    return type == Datatype.UINT64 ? number.subtract(BigInteger.valueOf(Long.MIN_VALUE)) : number;
  }

  @Override
  @Nullable Long value(byte[] cell) {
    long[] key = new long[1];
    CoordinateKeys.decode(type, cell, 0, 1, key);
    boolean nan =
        type.isFloatingPoint() && Double.isNaN(CoordinateKeys.toFloatingPoint(type, key[0]));
    return nan ? null : (Long) key[0];
  }

  @Override
  Optional<Truth<Long>> compare(Operator operator, Value literal) {
    if (!isComparable(literal)) {
      return Optional.empty();
    }
    Value value = stored(literal);
    boolean greatest = dialect.nans() == Nans.GREATEST;
    Intervals<Long> universe = defined().values();
    Intervals<Long> none = Intervals.none(Intervals.KEYS);
    if (value instanceof Value.Floating number && Double.isNaN(number.value())) {
      // Depending on the dialect, all numbers are less than NaN, or NaN is unordered.
      Intervals<Long> numbers =
          greatest
              ? compared(operator, universe, none, none)
              : operator == Operator.NOT_EQUAL ? universe : none;
      boolean nan =
          greatest
              ? switch (operator) {
                case GREATER_OR_EQUAL, LESS_OR_EQUAL, EQUAL, SAME -> true;
                default -> false;
              }
              : operator == Operator.NOT_EQUAL;
      return Optional.of(of(new CellSet<>(numbers, nan, false)));
    }
    Intervals<Long> from = stored(first(value, 0));
    Intervals<Long> beyond = stored(first(value, 1));
    boolean nan =
        operator == Operator.NOT_EQUAL
            || (greatest
                && (operator == Operator.GREATER || operator == Operator.GREATER_OR_EQUAL));
    return Optional.of(of(new CellSet<>(compared(operator, universe, from, beyond), nan, false)));
  }

  /** Scales a literal to the unscaled numbers of a decimal column. The result may be fractional. */
  private Value stored(Value literal) {
    if (digits.isEmpty() || !(literal instanceof Value.Exact number)) {
      return literal;
    }
    int scale = digits.get().scale();
    boolean huge = number.value().scale() < Integer.MIN_VALUE + scale; // beyond all integers
    return huge ? literal : new Value.Exact(number.value().scaleByPowerOfTen(scale));
  }

  private boolean isComparable(Value value) {
    if (digits.isPresent()) {
      return value instanceof Value.Exact;
    }
    if (type == Datatype.BOOL) {
      return value instanceof Value.Bool;
    }
    return dialect.isTime(type)
        ? value instanceof Value.Time
        : value instanceof Value.Exact || value instanceof Value.Floating;
  }

  /**
   * Returns the keys of all values that compare with a literal as {@code sign} or more.
   *
   * @param sign 0 for values that are equal or greater, 1 for greater values
   */
  private Intervals<Long> first(Value value, int sign) {
    if (sign(max, value) < sign) {
      return Intervals.none(Intervals.KEYS);
    }
    if (sign(min, value) >= sign) {
      return Intervals.all(Intervals.KEYS);
    }
    if (value instanceof Value.Exact number && !type.isFloatingPoint()) {
      BigInteger floor = floor(number.value());
      boolean whole = sign == 0 && new BigDecimal(floor).compareTo(number.value()) == 0;
      long first = (whole ? floor : floor.add(BigInteger.ONE)).longValue();
      boolean moved = type == Datatype.UINT64 && !isWrapped();
      return Intervals.between(Intervals.KEYS, moved ? first ^ Long.MIN_VALUE : first, null);
    }
    long low = min;
    long high = max;
    while (low < high) {
      long middle = (low & high) + ((low ^ high) >> 1);
      if (sign(middle, value) >= sign) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Intervals.between(Intervals.KEYS, low, null);
  }

  /** Rounds a number within the range of the type down to an integer. */
  private static BigInteger floor(BigDecimal number) {
    if ((long) number.precision() - number.scale() <= 0) { // less than 1, perhaps with a huge scale
      return number.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO;
    }
    return number.setScale(0, RoundingMode.FLOOR).unscaledValue();
  }

  private boolean isWrapped() {
    return type == Datatype.UINT64 && dialect.unsigned() == Dialect.Unsigned.WRAPPED;
  }

  /**
   * Maps the signed numbers that the engine sees to keys of the stored unsigned numbers. Changes
   * nothing if the engine does not wrap UINT64.
   */
  private Intervals<Long> stored(Intervals<Long> seen) {
    if (!isWrapped()) {
      return seen;
    }
    List<Intervals<Long>> parts = new ArrayList<>();
    Intervals<Long> negative = Intervals.between(Intervals.KEYS, Long.MIN_VALUE, 0L);
    for (Intervals<Long> half : List.of(seen.and(negative), seen.minus(negative))) {
      for (Intervals.Span<Long> span : half.spans()) {
        Long end = span.end();
        long last = (end == null ? Long.MAX_VALUE : end - 1) ^ Long.MIN_VALUE;
        parts.add(
            Intervals.between(
                Intervals.KEYS, span.low() ^ Long.MIN_VALUE, Intervals.KEYS.next(last)));
      }
    }
    return Intervals.union(Intervals.KEYS, parts);
  }

  /**
   * Compares a value with a literal other than NaN as the engine would. Returns a negative number,
   * 0 or a positive number.
   */
  private int sign(long key, Value value) {
    if (value instanceof Value.Bool flag) {
      return Boolean.compare(key != 0, flag.value());
    }
    if (value instanceof Value.Time time) {
      BigInteger seen = Attoseconds.attoseconds(type, key);
      return (dialect.isFiner(type) ? Attoseconds.floor(seen, dialect.finest()) : seen)
          .compareTo(time.attoseconds());
    }
    if (value instanceof Value.Exact number) {
      return type.isFloatingPoint()
          ? signOfDouble(CoordinateKeys.toFloatingPoint(type, key), number.value())
          : new BigDecimal(seen(key)).compareTo(number.value());
    }
    double number = ((Value.Floating) value).value();
    if (type.isFloatingPoint()) {
      return signOfDoubles(CoordinateKeys.toFloatingPoint(type, key), number);
    }
    if (dialect.mixed() == Mixed.AS_DOUBLE) {
      return signOfDoubles(seen(key).doubleValue(), number);
    }
    return Double.isInfinite(number)
        ? -Double.compare(number, 0)
        : new BigDecimal(seen(key)).compareTo(new BigDecimal(number));
  }

  /** Returns the integer that the engine sees for a key. */
  private BigInteger seen(long key) {
    return isWrapped() ? BigInteger.valueOf(key) : integer(type, key);
  }

  /** Compares a floating-point value with an exact literal. */
  private int signOfDouble(double seen, BigDecimal number) {
    if (dialect.mixed() == Mixed.AS_DOUBLE) {
      return signOfDoubles(seen, number.doubleValue());
    }
    if (Double.isInfinite(seen)) {
      return Double.compare(seen, 0);
    }
    boolean zeros = number.signum() == 0 && seen == 0;
    return zeros ? signOfDoubles(seen, 0.0) : new BigDecimal(seen).compareTo(number);
  }

  /** Compares two floating-point numbers other than NaN. */
  private int signOfDoubles(double seen, double number) {
    if (dialect.zeros() == Zeros.DISTINCT) {
      return Double.compare(seen, number);
    }
    return seen < number ? -1 : seen > number ? 1 : 0;
  }

  @Override
  Condition values(Condition.Field field, Intervals<Long> some) {
    return condition(type, field, some);
  }

  /** Returns the condition that a number is in a set of keys. The set is neither empty nor full. */
  static Condition condition(Datatype type, Condition.Field field, Intervals<Long> some) {
    Intervals<Long> others = universe(type).minus(some);
    List<Object> gaps = new ArrayList<>();
    List<Condition> unused = new ArrayList<>();
    others.spans().forEach(span -> add(type, field, span, gaps, unused));
    if (unused.isEmpty() && !type.isFloatingPoint()) {
      return gaps.size() == 1 ? field.notEqualTo(gaps.get(0)) : field.notIn(gaps.toArray());
    }
    List<Object> points = new ArrayList<>();
    List<Condition> parts = new ArrayList<>();
    some.spans().forEach(span -> add(type, field, span, points, parts));
    if (points.size() == 1 && !type.isFloatingPoint()) {
      parts.add(field.equalTo(points.get(0)));
    } else if (!points.isEmpty()) {
      parts.add(field.in(points.toArray())); // compares bits, so it distinguishes the zeros
    }
    return CellDomain.any(parts);
  }

  /**
   * Adds an interval of keys: to {@code points} if it is a single value, otherwise to {@code parts}
   * as a condition.
   */
  private static void add(
      Datatype type,
      Condition.Field field,
      Intervals.Span<Long> span,
      List<Object> points,
      List<Condition> parts) {
    long low = span.low();
    Long end = span.end();
    long high = end == null ? Long.MAX_VALUE : end - 1;
    if (type.isFloatingPoint() && low == NEGATIVE_ZERO && high == 0) {
      parts.add(field.equalTo(0.0));
      return;
    }
    if (type.isFloatingPoint() && low == 0 && high > 0) {
      points.add(0.0); // but not -0.0
      low++;
    }
    if (type.isFloatingPoint() && high == NEGATIVE_ZERO && low < NEGATIVE_ZERO) {
      points.add(-0.0); // but not 0.0
      high--;
    }
    if (low == high) {
      points.add(literal(type, low));
      return;
    }
    boolean hasLow = low > min(type);
    boolean hasHigh = high < max(type);
    if (hasLow && hasHigh) {
      parts.add(field.between(literal(type, low), literal(type, high)));
    } else {
      parts.add(
          hasLow
              ? field.greaterThanOrEqualTo(literal(type, low))
              : field.lessThanOrEqualTo(literal(type, high)));
    }
  }

  /** Converts a key to a literal of a condition. */
  private static Object literal(Datatype type, long key) {
    if (type.isFloatingPoint()) {
      return CoordinateKeys.toFloatingPoint(type, key);
    }
    return type == Datatype.UINT64 ? integer(type, key) : (Object) key;
  }
}
