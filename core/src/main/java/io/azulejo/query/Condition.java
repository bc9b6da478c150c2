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
 * A predicate over the fields of a cell: comparisons of fields and calculated values, combined with
 * and, or, and not.
 *
 * <p>Build one with {@link #field} or parse one with {@link #parse}; both ways make equal
 * conditions. A condition is immutable and is not bound to an array; field names and types are
 * checked when a read or a delete uses it.
 *
 * <pre>{@code
 * Condition.field("tip").dividedBy(Condition.field("fare")).greaterThan(0.2)
 *     .and(Condition.field("pickup").month().in(6, 7, 8))
 * }</pre>
 *
 * <p>Nulls: every test of a null cell is false, including "not equal" and "not in". Only {@link
 * Field#isNull} and {@link Field#isNotNull} see nulls. Negation is pushed down to the comparisons:
 * {@code not (a < 5)} means {@code a >= 5}, which is false for null and NaN.
 *
 * <p>Numbers compare as in IEEE 754 (NaN equals nothing); members of a set compare by their bits.
 * Strings compare by unsigned bytes. If a fragment lacks a field, comparisons with that field are
 * false for its cells.
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
   * A value that is calculated for each cell: a field, a {@linkplain #value constant}, or the
   * result of arithmetic and functions. It can be compared with other values.
   *
   * <p>Parameters of type {@link Object} accept another expression or one of these constants:
   *
   * <ul>
   *   <li>integers: {@link Byte}, {@link Short}, {@link Integer}, {@link Long} and {@link
   *       java.math.BigInteger}; for datetimes these are the stored numbers
   *   <li>{@link java.math.BigDecimal}, {@link Double} and {@link Float}, used exactly
   *   <li>{@link String}s: texts, or ISO 8601 dates and durations if the field has such a type
   *   <li>byte arrays, which are copied, and booleans
   *   <li>{@link java.time.Year} (1000 to 9999), {@link java.time.YearMonth}, {@link
   *       java.time.LocalDate}, {@link java.time.LocalDateTime}, {@link java.time.OffsetDateTime},
   *       {@link java.time.Instant} and {@link java.time.Duration}
   * </ul>
   *
   * <p>A year, a month or a day stands for the whole period: {@code field("t").equalTo("2024-05")}
   * and {@code field("t").equalTo(YearMonth.of(2024, 5))} match all cells of that month.
   *
   * <p>Whether a value fits the type of a field is checked when the condition is used on an array.
   * All methods throw {@link InvalidRequestException}:
   *
   * <ul>
   *   <li>for a value of another type, including null
   *   <li>for a number of more than 4096 characters
   *   <li>if a comparison has more than 1000 operations
   *   <li>if calls and parentheses are nested more than 250 deep
   * </ul>
   */
  public static sealed class Expression permits Field {
    private final io.azulejo.internal.condition.Expression tree;

    private Expression(io.azulejo.internal.condition.Expression tree) {
      this.tree = ConditionLimits.checked(tree);
    }

    /** Returns the condition that this value is less than another value. */
    public Condition lessThan(Object value) {
      return compare(Operator.LESS_THAN, value);
    }

    /** Returns the condition that this value is less than or equal to another value. */
    public Condition lessThanOrEqualTo(Object value) {
      return compare(Operator.LESS_THAN_OR_EQUAL, value);
    }

    /** Returns the condition that this value is greater than another value. */
    public Condition greaterThan(Object value) {
      return compare(Operator.GREATER_THAN, value);
    }

    /** Returns the condition that this value is greater than or equal to another value. */
    public Condition greaterThanOrEqualTo(Object value) {
      return compare(Operator.GREATER_THAN_OR_EQUAL, value);
    }

    /** Returns the condition that this value is equal to another value. */
    public Condition equalTo(Object value) {
      return compare(Operator.EQUAL, value);
    }

    /** Returns the condition that this value is not equal to another value, and neither is null. */
    public Condition notEqualTo(Object value) {
      return compare(Operator.NOT_EQUAL, value);
    }

    /** Returns the condition that this value is in a range, both ends included. */
    public Condition between(Object low, Object high) {
      return new Condition(Comparisons.between(tree, operand(low), operand(high)));
    }

    /**
     * Returns the condition that this value is one of the constants. Without constants, no cell
     * matches.
     */
    public Condition in(Object... constants) {
      return member(false, constants);
    }

    /** Returns the condition that this value is none of the constants, and is not null. */
    public Condition notIn(Object... constants) {
      return member(true, constants);
    }

    /** Returns the sum of this value and another value. */
    public Expression plus(Object value) {
      return combined(Operation.PLUS, value);
    }

    /** Returns this value minus another value. */
    public Expression minus(Object value) {
      return combined(Operation.MINUS, value);
    }

    /** Returns the product of this value and another value. */
    public Expression times(Object value) {
      return combined(Operation.TIMES, value);
    }

    /** Returns the quotient of this value and another value, as a floating-point number. */
    public Expression dividedBy(Object value) {
      return combined(Operation.DIVIDED, value);
    }

    /** Returns the absolute value of a number or a duration. */
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

    /** Returns the text of the value in a condition: {@code temp}, {@code tip / fare}. */
    @Override
    public String toString() {
      return tree.toString();
    }
  }

  /** A dimension or an attribute. Some tests apply to fields only, not to calculated values. */
  public static final class Field extends Expression {
    private final ConditionTree.Field field;

    private Field(ConditionTree.Field field) {
      super(new io.azulejo.internal.condition.Expression.Value(field));
      this.field = field;
    }

    /**
     * Returns the same field, compared by its stored index if it has an enumeration, instead of by
     * the enumeration's value.
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
     * numbers never match.
     */
    public Condition isNan() {
      return new Condition(new ConditionTree.NanTest(field, false));
    }

    /** Returns the condition that the field is neither NaN nor null. */
    public Condition isNotNan() {
      return new Condition(new ConditionTree.NanTest(field, true));
    }

    /**
     * Returns the condition that the bytes of the field's string start with a prefix. Every string
     * starts with the empty prefix.
     *
     * @param prefix a {@link String} or bytes (which are copied)
     */
    public Condition startsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, false, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string does not start with a prefix, and is not null.
     *
     * @param prefix a {@link String} or bytes (which are copied)
     */
    public Condition notStartsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, true, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string matches a pattern. {@code %} matches any
     * characters and {@code _} matches one character. A backslash escapes one of them, or another
     * backslash.
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
   * Parses a condition, such as {@code temp > 30 and (station in ('A', 'B') or note is null)}.
   * Parsing the {@linkplain #toString text} of a condition gives an equal condition, unless the
   * text has more than 2<sup>24</sup> characters.
   *
   * <p>{@code not} binds tighter than {@code and}, and {@code and} tighter than {@code or}.
   * Keywords are case-insensitive. {@code index(name)} is {@link Field#byIndex()}.
   *
   * <p>Names consist of letters, digits, underscores and points. Other names, keywords, and names
   * that look like durations are in double quotes.
   *
   * <p>Values are:
   *
   * <ul>
   *   <li>numbers, exact; with the suffix {@code d} or {@code f} rounded to 64 or 32 bits; {@code
   *       nan} and {@code inf}; {@code 0x3f800000} for bits
   *   <li>texts in single quotes
   *   <li>{@code true} and {@code false}
   *   <li>bytes, as {@code x'00ff'}
   *   <li>ISO 8601 dates, times and durations; compared with a datetime, four digits are a year
   * </ul>
   *
   * @throws InvalidRequestException if the text is not a condition; the message shows the position
   */
  public static Condition parse(String text) {
    return new Condition(ConditionParser.parse(Objects.requireNonNull(text, "text")));
  }

  /** Returns the condition that every cell meets; in a dense array every written cell. */
  public static Condition alwaysTrue() {
    return new Condition(new ConditionTree.Constant(true));
  }

  /** Returns the condition that no cell meets. */
  public static Condition alwaysFalse() {
    return new Condition(new ConditionTree.Constant(false));
  }

  /** Returns a field to compare: a dimension, an attribute, or {@link ReadRequest#TIMESTAMPS}. */
  public static Field field(String name) {
    return new Field(new ConditionTree.Field(name, false));
  }

  /**
   * Returns a constant as an expression, for calculations that begin with a constant: {@code
   * value(1).minus(field("a"))}. {@link Expression} lists the possible constants.
   *
   * @throws InvalidRequestException if the value has another type
   */
  public static Expression value(Object constant) {
    return new Expression(Expression.operand(constant));
  }

  /** Returns the condition that both this and the other condition hold. */
  public Condition and(Condition other) {
    return new Condition(tree.and(other.tree));
  }

  /** Returns the condition that this or the other condition holds, or both. */
  public Condition or(Condition other) {
    return new Condition(tree.or(other.tree));
  }

  /**
   * Returns the condition that this condition does not hold. For null and NaN both are false.
   *
   * @throws InvalidRequestException if conditions are nested more than 250 deep, which {@link #and}
   *     and {@link #or} also check
   */
  public Condition negate() {
    return new Condition(new ConditionTree.Not(tree));
  }

  /**
   * Returns whether the other object is a condition of the same comparisons, combined in the same
   * way.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Condition that && tree.equals(that.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  /** Returns the text of the condition. {@link #parse} makes an equal condition from it. */
  @Override
  public String toString() {
    return tree.toString();
  }
}
