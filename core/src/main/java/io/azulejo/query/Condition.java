package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.Comparisons;
import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionLimits;
import io.azulejo.internal.condition.ConditionParser;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Expression.Function;
import io.azulejo.internal.condition.Expression.Operation;
import io.azulejo.internal.condition.Literal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What cells have to meet: comparisons of fields and of values that are calculated of them,
 * combined with and, or, not. It begins with {@link #field} or is read from a text by {@link
 * #parse}; both ways make the same conditions. Immutable; it knows no array until it is used on
 * one, which is when fields and types are checked.
 *
 * <pre>{@code
 * Condition.field("tip").dividedBy(Condition.field("fare")).greaterThan(0.2)
 *     .and(Condition.field("pickup").month().in(6, 7, 8))
 * }</pre>
 *
 * <p>A comparison with a null cell is false, whatever the comparison, that with "not equal" and
 * "not in" too, and so are the other tests; only {@link Field#isNull} and {@link Field#isNotNull}
 * see nulls. Negation is moved to the comparisons: {@code not (a < 5)} is {@code a >= 5}, so false
 * for null and for NaN. Numbers compare as IEEE 754 has it (nothing equals NaN), but members of
 * sets by their bits. Strings compare by unsigned bytes. A fragment that lacks a field has no cell
 * of which a comparison of that field is true.
 */
public final class Condition {
  static {
    ConditionAccess.set(Condition.class, condition -> condition.tree);
  }

  private final ConditionTree tree;

  private Condition(ConditionTree tree) {
    this.tree = ConditionLimits.checked(tree);
  }

  /**
   * A value that is calculated for each cell: a field, a {@linkplain #value constant}, or what
   * arithmetic and functions make of them. It can be compared with other values.
   *
   * <p>Methods that take an {@link Object} take another expression or one of these constants:
   *
   * <ul>
   *   <li>integers: {@link Long} and smaller, {@link java.math.BigInteger}; of datetimes they are
   *       the numbers that are stored
   *   <li>{@link java.math.BigDecimal}, {@link Double} and {@link Float}; each bit counts
   *   <li>{@link String}s: texts, or dates and durations in ISO 8601 if the field has such a type
   *   <li>byte arrays, which are copied, and booleans
   *   <li>{@link java.time.Year} (1000 to 9999), {@link java.time.YearMonth}, {@link
   *       java.time.LocalDate}, {@link java.time.LocalDateTime}, {@link java.time.OffsetDateTime},
   *       {@link java.time.Instant} and {@link java.time.Duration}
   * </ul>
   *
   * <p>A year, a month or a day means all of its moments: {@code field("t").equalTo("2024-05")} and
   * {@code field("t").equalTo(YearMonth.of(2024, 5))} match all cells of that month.
   *
   * <p>All methods throw {@link InvalidRequestException} for a value of another type (null
   * included), for a number of more than 4096 characters, if a comparison has more than 1000
   * operations, or if calls and parentheses are within each other more than 250 times. Whether a
   * value fits the type of a field is checked when the condition is used on an array.
   */
  public static sealed class Expression permits Field {
    private final io.azulejo.internal.condition.Expression tree;

    private Expression(io.azulejo.internal.condition.Expression tree) {
      this.tree = ConditionLimits.checked(tree);
    }

    /** Returns the condition that this value is less than another one. */
    public Condition lessThan(Object value) {
      return compare(Operator.LESS_THAN, value);
    }

    /** Returns the condition that this value is less than another one or equal to it. */
    public Condition lessThanOrEqualTo(Object value) {
      return compare(Operator.LESS_THAN_OR_EQUAL, value);
    }

    /** Returns the condition that this value is greater than another one. */
    public Condition greaterThan(Object value) {
      return compare(Operator.GREATER_THAN, value);
    }

    /** Returns the condition that this value is greater than another one or equal to it. */
    public Condition greaterThanOrEqualTo(Object value) {
      return compare(Operator.GREATER_THAN_OR_EQUAL, value);
    }

    /** Returns the condition that this value is equal to another one. */
    public Condition equalTo(Object value) {
      return compare(Operator.EQUAL, value);
    }

    /** Returns the condition that this value is not equal to another one, and neither is null. */
    public Condition notEqualTo(Object value) {
      return compare(Operator.NOT_EQUAL, value);
    }

    /** Returns the condition that this value is in a range, both ends included. */
    public Condition between(Object low, Object high) {
      return new Condition(Comparisons.between(tree, operand(low), operand(high)));
    }

    /**
     * Returns the condition that this value is one of some constants. Without constants, no cell
     * meets it.
     */
    public Condition in(Object... constants) {
      return member(false, constants);
    }

    /** Returns the condition that this value is none of some constants, and is not null. */
    public Condition notIn(Object... constants) {
      return member(true, constants);
    }

    /** Returns the sum of this value and another one. */
    public Expression plus(Object value) {
      return combined(Operation.PLUS, value);
    }

    /** Returns the difference of this value and another one. */
    public Expression minus(Object value) {
      return combined(Operation.MINUS, value);
    }

    /** Returns the product of this value and another one. */
    public Expression times(Object value) {
      return combined(Operation.TIMES, value);
    }

    /** Returns the quotient of this value and another one, a floating-point number. */
    public Expression dividedBy(Object value) {
      return combined(Operation.DIVIDED, value);
    }

    /** Returns the number or duration without its sign. */
    public Expression abs() {
      return call(Function.ABS);
    }

    /** Returns the year of a datetime. */
    public Expression year() {
      return call(Function.YEAR);
    }

    /** Returns the quarter of the year of a datetime, 1 to 4. */
    public Expression quarter() {
      return call(Function.QUARTER);
    }

    /** Returns the month of the year of a datetime, 1 to 12. */
    public Expression month() {
      return call(Function.MONTH);
    }

    /** Returns the day of the month of a datetime, 1 to 31. */
    public Expression day() {
      return call(Function.DAY);
    }

    /** Returns the hour of the day of a datetime, 0 to 23. */
    public Expression hour() {
      return call(Function.HOUR);
    }

    /** Returns the minute of the hour of a datetime, 0 to 59. */
    public Expression minute() {
      return call(Function.MINUTE);
    }

    /** Returns the whole second of the minute of a datetime, 0 to 59. */
    public Expression second() {
      return call(Function.SECOND);
    }

    /** Returns the day of the week of a datetime, 1 (Monday) to 7 (Sunday). */
    public Expression dayOfWeek() {
      return call(Function.DAY_OF_WEEK);
    }

    /** Returns the day of the year of a datetime, 1 to 366. */
    public Expression dayOfYear() {
      return call(Function.DAY_OF_YEAR);
    }

    private Condition compare(Operator operator, Object value) {
      return new Condition(Comparisons.of(tree, operator, operand(value)));
    }

    private Condition member(boolean negated, Object... constants) {
      List<Literal> literals = Stream.of(constants).map(Literal::of).toList();
      return new Condition(Comparisons.in(tree, negated, literals));
    }

    private Expression combined(Operation operation, Object value) {
      return new Expression(
          new io.azulejo.internal.condition.Expression.Combined(operation, tree, operand(value)));
    }

    private Expression call(Function function) {
      return new Expression(new io.azulejo.internal.condition.Expression.Call(function, tree));
    }

    private static io.azulejo.internal.condition.Expression operand(Object value) {
      return value instanceof Expression expression
          ? expression.tree
          : new io.azulejo.internal.condition.Expression.Constant(Literal.of(value));
    }

    /** Returns the value as in the text of a condition: {@code temp}, {@code tip / fare}. */
    @Override
    public String toString() {
      return tree.toString();
    }
  }

  /** A dimension or an attribute. Some tests are of fields only, not of calculated values. */
  public static final class Field extends Expression {
    private final ConditionTree.Field field;

    private Field(ConditionTree.Field field) {
      super(new io.azulejo.internal.condition.Expression.Value(field));
      this.field = field;
    }

    /**
     * Returns the same field, compared by the index that is stored if the field has an enumeration,
     * not by the value that the index stands for.
     */
    public Field byIndex() {
      return new Field(field.byIndex());
    }

    /** Returns the condition that the field is null. */
    public Condition isNull() {
      return new Condition(new ConditionTree.NullTest(field, false));
    }

    /** Returns the condition that the field is not null. */
    public Condition isNotNull() {
      return new Condition(new ConditionTree.NullTest(field, true));
    }

    /**
     * Returns the condition that the field is NaN, with any bits. Fields without floating-point
     * numbers never meet it.
     */
    public Condition isNan() {
      return new Condition(new ConditionTree.NanTest(field, false));
    }

    /** Returns the condition that the field is neither NaN nor null. */
    public Condition isNotNan() {
      return new Condition(new ConditionTree.NanTest(field, true));
    }

    /**
     * Returns the condition that the field's string begins with another one, by its bytes. Every
     * string begins with the empty one.
     *
     * @param prefix a {@link String} or bytes (which are copied)
     */
    public Condition startsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, false, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string does not begin with another one, and is not
     * null.
     *
     * @param prefix a {@link String} or bytes (which are copied)
     */
    public Condition notStartsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, true, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string matches a pattern: {@code %} stands for any
     * characters and {@code _} for one character. A backslash before one of them, or before another
     * backslash, makes it stand for itself.
     */
    public Condition like(String pattern) {
      return new Condition(new ConditionTree.Like(field, false, Literal.of(pattern)));
    }

    /**
     * Returns the condition that the field's string does not match a pattern of {@link #like}, and
     * is not null.
     */
    public Condition notLike(String pattern) {
      return new Condition(new ConditionTree.Like(field, true, Literal.of(pattern)));
    }
  }

  /**
   * The condition that a text says, such as {@code temp > 30 and (station in ('A', 'B') or note is
   * null)}. The text of a condition ({@link #toString}) gives an equal condition again, unless it
   * has more than 2<sup>24</sup> characters.
   *
   * <p>{@code not} binds more than {@code and}, and that more than {@code or}; keywords may have
   * any case. Names of other characters than letters, digits, underscores and points, or that are
   * keywords or look like durations, are in double quotes. Values are numbers (exact; with a {@code
   * d} or an {@code f} behind them that of 64 or 32 bits; {@code nan}, {@code inf}; {@code
   * 0x3f800000} for bits), texts in single quotes, {@code true} and {@code false}, bytes as {@code
   * x'00ff'}, dates, times and durations of ISO 8601; of datetimes, four digits are a year. {@code
   * index(name)} is {@link Field#byIndex()}.
   *
   * @throws InvalidRequestException where the text is no condition; it shows the place
   */
  public static Condition parse(String text) {
    return new Condition(ConditionParser.parse(Objects.requireNonNull(text, "text")));
  }

  /** The condition that every cell meets; of dense arrays every cell that was written. */
  public static Condition alwaysTrue() {
    return new Condition(new ConditionTree.Constant(true));
  }

  /** The condition that no cell meets. */
  public static Condition alwaysFalse() {
    return new Condition(new ConditionTree.Constant(false));
  }

  /** A field to be compared: a dimension, an attribute, or {@link ReadRequest#TIMESTAMPS}. */
  public static Field field(String name) {
    return new Field(new ConditionTree.Field(name, false));
  }

  /**
   * Returns a constant as an expression, for calculations that begin with one: {@code
   * value(1).minus(field("a"))}. {@link Expression} lists the possible constants.
   *
   * @throws InvalidRequestException if the value has another type
   */
  public static Expression value(Object constant) {
    return new Expression(Expression.operand(constant));
  }

  /** The condition that this one and another one hold. */
  public Condition and(Condition other) {
    return new Condition(tree.and(other.tree));
  }

  /** The condition that this one or another one holds, or both. */
  public Condition or(Condition other) {
    return new Condition(tree.or(other.tree));
  }

  /**
   * Returns the condition that this one does not hold: of null and NaN neither is true.
   *
   * @throws InvalidRequestException if conditions are within each other more than 250 times, as
   *     {@link #and} and {@link #or} also do
   */
  public Condition negate() {
    return new Condition(new ConditionTree.Not(tree));
  }

  /** Whether the other is a condition of the same comparisons, combined in the same way. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Condition that && tree.equals(that.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  /** Returns the text of the condition. {@link #parse} makes an equal condition of it. */
  @Override
  public String toString() {
    return tree.toString();
  }
}
