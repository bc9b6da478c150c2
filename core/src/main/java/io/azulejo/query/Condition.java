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
 * <p>Build a condition with {@link #field} or parse one with {@link #parse}; both ways make equal
 * conditions. A condition is immutable and is not bound to an array; field names and types are
 * checked when a read or a delete uses it.
 *
 * <pre>{@code
 * Condition.field("tip").dividedBy(Condition.field("fare")).greaterThan(0.2)
 *     .and(Condition.field("pickup").month().in(6, 7, 8))
 * }</pre>
 *
 * <p>Nulls: only {@link Field#isNull} is true for a null value. All other tests of it are false,
 * including "not equal" and "not in". Negation is pushed down to the comparisons: {@code not (a <
 * 5)} means {@code a >= 5}, which is false for null and NaN.
 *
 * <p>Numbers compare as in IEEE 754 (NaN equals nothing); members of a set compare by their bits.
 * Strings compare by unsigned bytes. If a fragment lacks a field, all tests of that field are false
 * for its cells, even {@link Field#isNull}.
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
   *   <li>{@link String}s: text, or ISO 8601 dates and durations if the field has such a type
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
   * All methods throw {@link InvalidRequestException} in these cases:
   *
   * <ul>
   *   <li>a value is null or has another type
   *   <li>a number has more than 4096 characters
   *   <li>a comparison has more than 1000 operations
   *   <li>calls and parentheses are nested more than 250 levels deep
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

    /**
     * Returns the condition that this value differs from another value. It is false if either value
     * is null.
     */
    public Condition notEqualTo(Object value) {
      return compare(Operator.NOT_EQUAL, value);
    }

    /** Returns the condition that this value is in a range, both ends inclusive. */
    public Condition between(Object low, Object high) {
      return new Condition(Comparisons.between(tree, operand(low), operand(high)));
    }

    /**
     * Returns the condition that this value equals one of the constants. Without constants, the
     * condition is always false.
     */
    public Condition in(Object... constants) {
      return member(false, constants);
    }

    /**
     * Returns the condition that this value differs from all constants. It is false if this value
     * is null.
     */
    public Condition notIn(Object... constants) {
      return member(true, constants);
    }

    /** Returns the sum of this value and another value. */
    public Expression plus(Object value) {
      return combined(Operation.PLUS, value);
    }

    /** Returns the difference of this value and another value. */
    public Expression minus(Object value) {
      return combined(Operation.MINUS, value);
    }

    /** Returns the product of this value and another value. */
    public Expression times(Object value) {
      return combined(Operation.TIMES, value);
    }

    /**
     * Returns the quotient of this value and another value. The result is a 64-bit floating-point
     * number; a division by zero gives infinity or NaN.
     */
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

    /** Returns the quarter of a datetime, from 1 to 4. */
    public Expression quarter() {
      return call(Function.QUARTER);
    }

    /** Returns the month of a datetime, from 1 to 12. */
    public Expression month() {
      return call(Function.MONTH);
    }

    /** Returns the day of the month of a datetime, from 1 to 31. */
    public Expression day() {
      return call(Function.DAY);
    }

    /** Returns the hour of a datetime, from 0 to 23. */
    public Expression hour() {
      return call(Function.HOUR);
    }

    /** Returns the minute of a datetime, from 0 to 59. */
    public Expression minute() {
      return call(Function.MINUTE);
    }

    /** Returns the second of a datetime, from 0 to 59, without fractions. */
    public Expression second() {
      return call(Function.SECOND);
    }

    /** Returns the day of the week of a datetime, from 1 (Monday) to 7 (Sunday). */
    public Expression dayOfWeek() {
      return call(Function.DAY_OF_WEEK);
    }

    /** Returns the day of the year of a datetime, from 1 to 366. */
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

    /** Returns the expression's text form, such as {@code temp} or {@code tip / fare}. */
    @Override
    public String toString() {
      return tree.toString();
    }
  }

  /** A dimension or an attribute. It has tests that calculated values do not have. */
  public static final class Field extends Expression {
    private final ConditionTree.Field field;

    private Field(ConditionTree.Field field) {
      super(new io.azulejo.internal.condition.Expression.Value(field));
      this.field = field;
    }

    /**
     * Returns the same field, but if it has an enumeration, comparisons use the stored index
     * instead of the enumeration's value.
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
     * Returns the condition that the field is NaN, whatever the bits of the NaN. It is false for
     * fields that are not floating-point numbers.
     */
    public Condition isNan() {
      return new Condition(new ConditionTree.NanTest(field, false));
    }

    /** Returns the condition that the field is neither NaN nor null. */
    public Condition isNotNan() {
      return new Condition(new ConditionTree.NanTest(field, true));
    }

    /**
     * Returns the condition that the field's string starts with a prefix. Strings and prefix are
     * compared by their bytes. Every string starts with the empty prefix.
     *
     * @param prefix a {@link String} or a byte array, which is copied
     */
    public Condition startsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, false, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string does not start with a prefix. It is false if
     * the field is null.
     *
     * @param prefix a {@link String} or a byte array, which is copied
     */
    public Condition notStartsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, true, Literal.of(prefix)));
    }

    /**
     * Returns the condition that the field's string matches a pattern.
     *
     * @param pattern the pattern: {@code %} matches any sequence of characters, {@code _} matches
     *     one character, and a backslash escapes either of them or another backslash
     */
    public Condition like(String pattern) {
      return new Condition(new ConditionTree.Like(field, false, Literal.of(pattern)));
    }

    /**
     * Returns the condition that the field's string does not match a pattern. It is false if the
     * field is null.
     *
     * @param pattern a pattern as in {@link #like}
     */
    public Condition notLike(String pattern) {
      return new Condition(new ConditionTree.Like(field, true, Literal.of(pattern)));
    }
  }

  /**
   * Parses the text form of a condition, such as {@code temp > 30 and (station in ('A', 'B') or
   * note is null)}. Parsing a condition's {@linkplain #toString text form} returns an equal
   * condition, unless the text has more than 2<sup>24</sup> characters.
   *
   * <p>{@code not} binds tighter than {@code and}, and {@code and} binds tighter than {@code or}.
   * Keywords are case-insensitive. {@code index(name)} corresponds to {@link Field#byIndex()}.
   *
   * <p>Names consist of letters, digits, underscores and points. Write other names, keywords, and
   * names that look like durations in double quotes.
   *
   * <p>These values are allowed:
   *
   * <ul>
   *   <li>exact numbers; numbers with the suffix {@code d} or {@code f}, which are rounded to 64 or
   *       32 bits; {@code nan} and {@code inf}; bit patterns such as {@code 0x3f800000}
   *   <li>strings in single quotes
   *   <li>{@code true} and {@code false}
   *   <li>bytes, as {@code x'00ff'}
   *   <li>ISO 8601 dates, times and durations; in a comparison with a datetime, four digits are a
   *       year
   * </ul>
   *
   * @throws InvalidRequestException if the text is not a condition; the message shows the position
   *     of the error
   */
  public static Condition parse(String text) {
    return new Condition(ConditionParser.parse(Objects.requireNonNull(text, "text")));
  }

  /** Returns the condition that every cell meets. In a dense array, every written cell meets it. */
  public static Condition alwaysTrue() {
    return new Condition(new ConditionTree.Constant(true));
  }

  /** Returns the condition that no cell meets. */
  public static Condition alwaysFalse() {
    return new Condition(new ConditionTree.Constant(false));
  }

  /**
   * Returns a field for use in conditions.
   *
   * @param name the name of a dimension or an attribute, or {@link ReadRequest#TIMESTAMPS}
   */
  public static Field field(String name) {
    return new Field(new ConditionTree.Field(name, false));
  }

  /**
   * Returns a constant as an expression, for calculations that begin with a constant, such as
   * {@code value(1).minus(field("a"))}.
   *
   * @param constant a value of one of the types that {@link Expression} lists
   * @throws InvalidRequestException if the value has another type
   */
  public static Expression value(Object constant) {
    return new Expression(Expression.operand(constant));
  }

  /**
   * Returns the condition that both this condition and the other condition hold.
   *
   * @throws InvalidRequestException if the result is nested more than 250 levels deep
   */
  public Condition and(Condition other) {
    return new Condition(tree.and(other.tree));
  }

  /**
   * Returns the condition that this condition, the other condition, or both hold.
   *
   * @throws InvalidRequestException if the result is nested more than 250 levels deep
   */
  public Condition or(Condition other) {
    return new Condition(tree.or(other.tree));
  }

  /**
   * Returns the negation of this condition. For null and NaN, comparisons and their negations are
   * both false.
   *
   * @throws InvalidRequestException if the result is nested more than 250 levels deep
   */
  public Condition negate() {
    return new Condition(new ConditionTree.Not(tree));
  }

  /**
   * Returns whether the other object is a condition with the same comparisons, combined in the same
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

  /**
   * Returns the text form of the condition. {@link #parse} turns it back into an equal condition.
   */
  @Override
  public String toString() {
    return tree.toString();
  }
}
