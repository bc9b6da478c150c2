package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionParser;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What cells have to meet: tests of the values of fields, combined with and, or, not. It begins
 * with {@link #field} or is read from a text by {@link #parse}. Immutable; it knows no array until
 * it is used on one, which is when fields and types are checked.
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
    this.tree = tree;
  }

  /**
   * A dimension or an attribute, to be compared with values.
   *
   * <p>Values are integers ({@link Long} and smaller, {@link java.math.BigInteger}), {@link
   * java.math.BigDecimal}, {@link Double} and {@link Float} (each bit counts), {@link String}s
   * (texts, or dates and durations of ISO 8601 where the field has such a type; a year, a month or
   * a day is all of its moments), byte arrays (which are copied) and booleans. Numbers are of
   * datetimes those that are stored. Methods that take one throw {@link InvalidRequestException}
   * for any other, null included. Whether a value fits the field's type is checked when the
   * condition is used on an array.
   */
  public static final class Field {
    private final ConditionTree.Field field;

    private Field(ConditionTree.Field field) {
      this.field = field;
    }

    /**
     * The same field, compared by the index that is stored where the field has an enumeration, not
     * by the value that the index stands for.
     */
    public Field byIndex() {
      return new Field(field.byIndex());
    }

    /** The field is less than a value. */
    public Condition lessThan(Object value) {
      return compare(Operator.LESS_THAN, value);
    }

    /** The field is less than a value or equal to it. */
    public Condition lessThanOrEqualTo(Object value) {
      return compare(Operator.LESS_THAN_OR_EQUAL, value);
    }

    /** The field is greater than a value. */
    public Condition greaterThan(Object value) {
      return compare(Operator.GREATER_THAN, value);
    }

    /** The field is greater than a value or equal to it. */
    public Condition greaterThanOrEqualTo(Object value) {
      return compare(Operator.GREATER_THAN_OR_EQUAL, value);
    }

    /** The field is equal to a value. */
    public Condition equalTo(Object value) {
      return compare(Operator.EQUAL, value);
    }

    /** The field is not equal to a value, and not null. */
    public Condition notEqualTo(Object value) {
      return compare(Operator.NOT_EQUAL, value);
    }

    /** The field is within a range, both ends included. */
    public Condition between(Object low, Object high) {
      return greaterThanOrEqualTo(low).and(lessThanOrEqualTo(high));
    }

    /** The field is one of some values; of none, no cell meets it. */
    public Condition in(Object... values) {
      return member(false, values);
    }

    /** The field is none of some values, and not null. */
    public Condition notIn(Object... values) {
      return member(true, values);
    }

    /** The field is null. */
    public Condition isNull() {
      return new Condition(new ConditionTree.NullTest(field, false));
    }

    /** The field is not null. */
    public Condition isNotNull() {
      return new Condition(new ConditionTree.NullTest(field, true));
    }

    /**
     * The field is NaN, of whichever bits; no field is that has other than floating-point numbers.
     */
    public Condition isNan() {
      return new Condition(new ConditionTree.NanTest(field, false));
    }

    /** The field is neither NaN nor null. */
    public Condition isNotNan() {
      return new Condition(new ConditionTree.NanTest(field, true));
    }

    /**
     * The field's string begins with another one, by its bytes: every string does with the empty
     * one.
     *
     * @param prefix a {@link String} or bytes (which are copied)
     */
    public Condition startsWith(Object prefix) {
      return new Condition(new ConditionTree.Prefix(field, false, Literal.of(prefix)));
    }

    /**
     * The field's string has a form: {@code %} stands for any characters, {@code _} for one, all
     * else for itself; behind a backslash these three do, too.
     */
    public Condition like(String pattern) {
      return new Condition(new ConditionTree.Like(field, false, Literal.of(pattern)));
    }

    private Condition compare(Operator operator, Object value) {
      return new Condition(new ConditionTree.Comparison(field, operator, Literal.of(value)));
    }

    private Condition member(boolean negated, Object... values) {
      return new Condition(
          new ConditionTree.Membership(
              field, negated, Stream.of(values).map(Literal::of).toList()));
    }

    /** The field as in the text of a condition: {@code temp}, {@code "air temp"}. */
    @Override
    public String toString() {
      return field.toString();
    }
  }

  /**
   * The condition that a text says, such as {@code temp > 30 and (station in ('A', 'B') or note is
   * null)}. The text of a condition ({@link #toString}) gives an equal condition again.
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

  /** The condition that this one and another one hold. */
  public Condition and(Condition other) {
    return new Condition(tree.and(other.tree));
  }

  /** The condition that this one or another one holds, or both. */
  public Condition or(Condition other) {
    return new Condition(tree.or(other.tree));
  }

  /** The condition that this one does not hold: of null and NaN neither is true. */
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

  /** Its text, which {@link #parse} reads. */
  @Override
  public String toString() {
    return tree.toString();
  }
}
