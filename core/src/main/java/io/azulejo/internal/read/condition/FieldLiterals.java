package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Durations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts literals to values of one type: numbers to {@link CoordinateKeys}, strings to bytes.
 * Integers are compared exactly with decimals. Floating-point numbers are compared with the nearest
 * number of their type.
 */
final class FieldLiterals {
  private static final Intervals<Long> ALL = Intervals.all(Intervals.KEYS);
  private static final Intervals<Long> NONE = Intervals.none(Intervals.KEYS);

  private final String name;
  private final Datatype type;
  private final Datatype textType;
  private final int cellValNum;

  /**
   * Creates a converter for a type.
   *
   * @param name description of the owner of the values, for messages
   * @param cellValNum number of values per cell, or {@link io.azulejo.schema.Attribute#VAR}
   */
  FieldLiterals(String name, Datatype type, int cellValNum) {
    this(name, type, type, cellValNum);
  }

  private FieldLiterals(String name, Datatype type, Datatype textType, int cellValNum) {
    this.name = name;
    this.type = type;
    this.textType = textType;
    this.cellValNum = cellValNum;
  }

  /**
   * Returns a converter for the values of a field. In text, {@code __timestamps} are written as
   * dates in milliseconds.
   */
  static FieldLiterals of(OutputField field) {
    Datatype textType = field.isTimestamps() ? Datatype.DATETIME_MS : field.type();
    return new FieldLiterals(
        "field \"" + field.name() + "\"", field.type(), textType, field.cellValNum());
  }

  /** Returns whether values can be compared. Otherwise they can only be tested for null. */
  boolean areComparable() {
    return isTextType() || ((type.isIntegerValued() || type.isFloatingPoint()) && cellValNum == 1);
  }

  /** Returns whether values are strings. A single CHAR counts as a number. */
  boolean areTexts() {
    return isTextType() && !(type == Datatype.CHAR && cellValNum == 1);
  }

  /** Returns whether values are datetimes, or cell timestamps, which are compared as datetimes. */
  boolean areDatetimes() {
    return textType.isDatetime() && cellValNum == 1;
  }

  /** Returns whether the unit of the type can represent the moments of a date. */
  boolean hasMoments(Literal.Text text) {
    try {
      return Datetimes.first(text.value(), textType) <= Datetimes.last(text.value(), textType);
    } catch (InvalidRequestException e) {
      return false;
    }
  }

  /**
   * Returns the first or the last moment of a date, in units of the type.
   *
   * @throws InvalidRequestException if the text is not a date that the type can represent
   */
  long moment(Literal.Text text, boolean last) {
    try {
      return last
          ? Datetimes.last(text.value(), textType)
          : Datetimes.first(text.value(), textType);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(name + ": " + e.getMessage(), null, e);
    }
  }

  /** Returns the message about a field whose cells cannot be compared. */
  static String incomparable(OutputField field) {
    return "field \"%s\" has cells of %s%s, which cannot be compared"
        .formatted(
            field.name(),
            field.isVar()
                ? "a variable number of "
                : field.cellValNum() == 1 ? "" : field.cellValNum() + " ",
            field.type());
  }

  private boolean isTextType() {
    return type == Datatype.CHAR || type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8;
  }

  /** Returns the strings that satisfy a comparison with a literal. */
  Intervals<Slice> texts(Operator operator, Literal literal) {
    Slice text = text(literal);
    return compared(
        operator,
        Intervals.from(Intervals.TEXTS, text),
        Intervals.from(Intervals.TEXTS, Intervals.TEXTS.next(text)),
        Intervals.all(Intervals.TEXTS));
  }

  /** Returns the set of the given strings. */
  Intervals<Slice> texts(List<Literal> literals) {
    return Intervals.of(Intervals.TEXTS, literals.stream().map(this::text).toList());
  }

  /**
   * Returns the bytes of a string or byte literal.
   *
   * @throws InvalidRequestException if the literal is of another kind
   */
  Slice text(Literal literal) {
    if (literal instanceof Literal.Text text) {
      return Slice.of(text.value().getBytes(StandardCharsets.UTF_8));
    }
    if (literal instanceof Literal.Bytes bytes) {
      return Slice.of(bytes.value());
    }
    throw misfit(literal, isTextType() ? "a string in quotes or bytes" : "bytes");
  }

  /** Returns the keys of the numbers that satisfy a comparison with a literal. */
  Intervals<Long> numbers(Operator operator, Literal literal) {
    if (literal instanceof Literal.Bytes || type == Datatype.CHAR) {
      long key = keyOfBytes(text(literal), literal);
      return type.isFloatingPoint()
          ? floatingPoint(operator, CoordinateKeys.toFloatingPoint(type, key))
          : keys(operator, key);
    }
    if (literal instanceof Literal.FloatingPoint number) {
      return floatingPoint(operator, number.value());
    }
    return decimals(operator, decimal(literal));
  }

  /** Returns the keys of the given numbers. Numbers that the type cannot represent are left out. */
  Intervals<Long> numbers(List<Literal> literals) {
    List<Long> keys = new ArrayList<>();
    for (Literal literal : literals) {
      Long key = key(literal);
      if (key != null) {
        keys.add(key);
      }
    }
    return Intervals.of(Intervals.KEYS, keys);
  }

  /** Returns the key of a number, or null if the type cannot represent it. */
  Long key(Literal literal) {
    if (literal instanceof Literal.Bytes || type == Datatype.CHAR) {
      return keyOfBytes(text(literal), literal);
    }
    if (literal instanceof Literal.FloatingPoint number
        && (type.isFloatingPoint() || !Double.isFinite(number.value()))) {
      double nearest = type == Datatype.FLOAT32 ? (float) number.value() : number.value();
      boolean overflow = Double.isInfinite(nearest) && !Double.isInfinite(number.value());
      return !type.isFloatingPoint() || overflow
          ? null
          : (Long) CoordinateKeys.ofFloatingPoint(type, nearest);
    }
    BigDecimal decimal =
        literal instanceof Literal.FloatingPoint number
            ? new BigDecimal(number.value())
            : decimal(literal);
    if (type.isFloatingPoint()) {
      double nearest = nearest(decimal);
      return Double.isInfinite(nearest)
          ? null
          : (Long) CoordinateKeys.ofFloatingPoint(type, nearest);
    }
    boolean within = decimal.compareTo(min()) >= 0 && decimal.compareTo(max()) <= 0;
    BigInteger floor = within ? floor(decimal) : null;
    return within && new BigDecimal(floor).compareTo(decimal) == 0
        ? (Long) CoordinateKeys.ofInteger(type, floor.longValue())
        : null;
  }

  private long keyOfBytes(Slice bytes, Literal literal) {
    if (bytes.length() != type.size()) {
      throw misfit(literal, type.size() == 1 ? "one byte" : type.size() + " bytes");
    }
    long[] key = new long[1];
    CoordinateKeys.decode(type, bytes.array(), bytes.offset(), 1, key);
    return key[0];
  }

  private BigDecimal decimal(Literal literal) {
    if (literal instanceof Literal.Decimal number) {
      return number.value();
    }
    if (literal instanceof Literal.Bool flag && type == Datatype.BOOL) {
      return flag.value() ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (literal instanceof Literal.Text text && (textType.isDatetime() || textType.isTime())) {
      return BigDecimal.valueOf(time(text));
    }
    String right = "a number";
    if (type == Datatype.BOOL) {
      right = "true, false, 0 or 1";
    } else if (textType.isDatetime()) {
      right = "a date such as '2024-05-31'";
    } else if (textType.isTime()) {
      right = "a duration such as 'PT12H30M'";
    }
    throw misfit(literal, right);
  }

  private long time(Literal.Text text) {
    try {
      return textType.isDatetime()
          ? Datetimes.first(text.value(), textType)
          : Durations.parse(text.value(), textType);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(name + ": " + e.getMessage(), null, e);
    }
  }

  private InvalidRequestException misfit(Literal literal, String right) {
    return new InvalidRequestException(
        "%s is %s%s; compare it with %s, not with %s"
            .formatted(name, type, cellValNum > 1 ? "[" + cellValNum + "]" : "", right, literal));
  }

  private static Intervals<Long> keys(Operator operator, long key) {
    return compared(
        operator,
        Intervals.from(Intervals.KEYS, key),
        Intervals.from(Intervals.KEYS, Intervals.KEYS.next(key)),
        ALL);
  }

  private Intervals<Long> decimals(Operator operator, BigDecimal value) {
    if (!type.isFloatingPoint()) {
      return compared(operator, integersFrom(value, true), integersFrom(value, false), ALL);
    }
    double nearest = nearest(value);
    if (!Double.isInfinite(nearest)) {
      return floatingPoint(operator, nearest);
    }
    // The literal is beyond the finite numbers, so only an infinity can be greater (or less).
    long infinity = CoordinateKeys.ofFloatingPoint(type, nearest);
    Intervals<Long> from = Intervals.from(Intervals.KEYS, nearest > 0 ? infinity : infinity + 1);
    return compared(operator, from, from, ordered());
  }

  private Intervals<Long> floatingPoint(Operator operator, double value) {
    if (Double.isNaN(value)) {
      return operator == Operator.NOT_EQUAL ? ALL : NONE;
    }
    if (!type.isFloatingPoint() && Double.isInfinite(value)) {
      Intervals<Long> from = value > 0 ? NONE : ALL;
      return compared(operator, from, from, ALL);
    }
    double nearest = type == Datatype.FLOAT32 ? (float) value : value;
    if (!type.isFloatingPoint() || (Double.isInfinite(nearest) && !Double.isInfinite(value))) {
      return decimals(operator, new BigDecimal(value));
    }
    long first = CoordinateKeys.ofFloatingPoint(type, nearest == 0 ? -0.0 : nearest);
    long last = CoordinateKeys.ofFloatingPoint(type, nearest == 0 ? 0.0 : nearest);
    return compared(
        operator,
        Intervals.from(Intervals.KEYS, first),
        Intervals.from(Intervals.KEYS, last + 1),
        ordered());
  }

  /**
   * Returns the values that satisfy a comparison with a literal.
   *
   * @param from values that are greater than or equal to the literal
   * @param beyond values that are greater than the literal
   * @param ordered all values that have an order, which excludes NaN
   */
  private static <T> Intervals<T> compared(
      Operator operator, Intervals<T> from, Intervals<T> beyond, Intervals<T> ordered) {
    return switch (operator) {
      case GREATER_THAN_OR_EQUAL -> ordered.and(from);
      case GREATER_THAN -> ordered.and(beyond);
      case LESS_THAN -> ordered.and(from.negated());
      case LESS_THAN_OR_EQUAL -> ordered.and(beyond.negated());
      case EQUAL -> ordered.and(from).and(beyond.negated());
      case NOT_EQUAL -> ordered.and(from).and(beyond.negated()).negated();
    };
  }

  /** Returns the keys of NaN; empty for types other than floating-point types. */
  Intervals<Long> nan() {
    return type.isFloatingPoint() ? ordered().negated() : NONE;
  }

  /** Returns the keys of all floating-point numbers except NaN. */
  private Intervals<Long> ordered() {
    long low = CoordinateKeys.ofFloatingPoint(type, Double.NEGATIVE_INFINITY);
    long high = CoordinateKeys.ofFloatingPoint(type, Double.POSITIVE_INFINITY);
    return Intervals.from(Intervals.KEYS, low)
        .and(Intervals.from(Intervals.KEYS, high + 1).negated());
  }

  private double nearest(BigDecimal value) {
    return type == Datatype.FLOAT32 ? value.floatValue() : value.doubleValue();
  }

  /**
   * Returns the keys of integers that are greater than a decimal, or equal to it if {@code
   * included}.
   */
  private Intervals<Long> integersFrom(BigDecimal value, boolean included) {
    if (value.compareTo(min()) < 0) {
      return ALL;
    }
    if (value.compareTo(max()) > 0) {
      return NONE;
    }
    BigInteger floor = floor(value);
    boolean exact = new BigDecimal(floor).compareTo(value) == 0;
    BigDecimal first = new BigDecimal(included && exact ? floor : floor.add(BigInteger.ONE));
    if (first.compareTo(min()) <= 0) {
      return ALL;
    }
    return first.compareTo(max()) > 0
        ? NONE
        : Intervals.from(Intervals.KEYS, CoordinateKeys.ofInteger(type, first.longValue()));
  }

  /**
   * Rounds a decimal down to an integer. The decimal may have at most 20 digits before the point.
   */
  private static BigInteger floor(BigDecimal value) {
    if ((long) value.precision() - value.scale() <= 0) { // less than 1, maybe with a huge scale
      return value.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO;
    }
    return value.setScale(0, RoundingMode.FLOOR).unscaledValue();
  }

  private BigDecimal min() {
    return type.isUnsigned()
        ? BigDecimal.ZERO
        : new BigDecimal(BigInteger.ONE.shiftLeft(Byte.SIZE * type.size() - 1).negate());
  }

  private BigDecimal max() {
    int bits = Byte.SIZE * type.size() - (type.isUnsigned() ? 0 : 1);
    return new BigDecimal(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
  }
}
