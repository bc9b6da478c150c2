package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What cells have to meet: comparisons of fields with literals, combined with and, or, not.
 * Immutable; it knows no array until it is used on one, which is when types are checked.
 *
 * <p>A comparison with a null cell is false, whatever the comparison, that with "not equal" and
 * "not in" too; only {@link NullTest} sees nulls. Not is moved to the comparisons: {@code not (a <
 * 5)} is {@code a >= 5}, so false for null and for NaN. Numbers compare as IEEE 754 has it (nothing
 * equals NaN), but members of sets by their bits. Strings compare by unsigned bytes. A fragment
 * that lacks a field has no cell of which a comparison of that field is true.
 */
public sealed interface Condition {
  /** How a field is compared with a value. */
  enum Operator {
    /** Less than the value. */
    LESS_THAN("<"),
    /** At most the value. */
    LESS_THAN_OR_EQUAL("<="),
    /** Greater than the value. */
    GREATER_THAN(">"),
    /** At least the value. */
    GREATER_THAN_OR_EQUAL(">="),
    /** Equal to the value. */
    EQUAL("="),
    /** Not equal to the value. */
    NOT_EQUAL("!=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** How it is written in a text. */
    public String symbol() {
      return symbol;
    }

    /** What holds where this does not, nulls and NaN aside. */
    public Operator negated() {
      return switch (this) {
        case LESS_THAN -> GREATER_THAN_OR_EQUAL;
        case LESS_THAN_OR_EQUAL -> GREATER_THAN;
        case GREATER_THAN -> LESS_THAN_OR_EQUAL;
        case GREATER_THAN_OR_EQUAL -> LESS_THAN;
        case EQUAL -> NOT_EQUAL;
        case NOT_EQUAL -> EQUAL;
      };
    }

    /** What holds for {@code b} and {@code a} where this holds for {@code a} and {@code b}. */
    Operator turned() {
      return switch (this) {
        case LESS_THAN -> GREATER_THAN;
        case LESS_THAN_OR_EQUAL -> GREATER_THAN_OR_EQUAL;
        case GREATER_THAN -> LESS_THAN;
        case GREATER_THAN_OR_EQUAL -> LESS_THAN_OR_EQUAL;
        case EQUAL, NOT_EQUAL -> this;
      };
    }
  }

  /**
   * A field compared with a value.
   *
   * @param field the field
   * @param operator how to compare
   * @param value what to compare with
   */
  record Comparison(Field field, Operator operator, Literal value) implements Condition {
    @Override
    public String toString() {
      return field + " " + operator.symbol() + " " + value;
    }
  }

  /**
   * A field that is, or is not, one of some values.
   *
   * @param field the field
   * @param negated whether it is to be none of them
   * @param values the values
   */
  record Membership(Field field, boolean negated, List<Literal> values) implements Condition {
    /** Takes a copy of the list. */
    public Membership {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return field
          + (negated ? " not in " : " in ")
          + values.stream().map(Literal::toString).collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * A field that is, or is not, null.
   *
   * @param field the field
   * @param negated whether it is not to be null
   */
  record NullTest(Field field, boolean negated) implements Condition {
    @Override
    public String toString() {
      return field + (negated ? " is not null" : " is null");
    }
  }

  /**
   * Conditions that hold all. In a text one alone is written as that one.
   *
   * @param parts at least one
   */
  record And(List<Condition> parts) implements Condition {
    /** Takes a copy of the list. */
    public And {
      parts = List.copyOf(parts);
      requireParts(parts);
    }

    @Override
    public String toString() {
      return joined(parts, " and ");
    }
  }

  /**
   * Conditions of which at least one holds. In a text one alone is written as that one.
   *
   * @param parts at least one
   */
  record Or(List<Condition> parts) implements Condition {
    /** Takes a copy of the list. */
    public Or {
      parts = List.copyOf(parts);
      requireParts(parts);
    }

    @Override
    public String toString() {
      return joined(parts, " or ");
    }
  }

  /**
   * A condition that does not hold.
   *
   * @param part the condition
   */
  record Not(Condition part) implements Condition {
    @Override
    public String toString() {
      return "not (" + part + ")";
    }
  }

  /**
   * A dimension or an attribute.
   *
   * @param name its name
   * @param index whether the stored index is meant where the field has an enumeration, not its
   *     value
   */
  record Field(String name, boolean index) {
    /** Checks that there is a name. */
    public Field {
      Objects.requireNonNull(name, "name");
    }

    /** The field's stored index into its enumeration in place of the value. */
    public Field byIndex() {
      return new Field(name, true);
    }

    /** Less than a value: see {@link Literal#of(Object)} for what is one. */
    public Condition lessThan(Object value) {
      return compare(Operator.LESS_THAN, value);
    }

    /** At most a value. */
    public Condition lessThanOrEqualTo(Object value) {
      return compare(Operator.LESS_THAN_OR_EQUAL, value);
    }

    /** Greater than a value. */
    public Condition greaterThan(Object value) {
      return compare(Operator.GREATER_THAN, value);
    }

    /** At least a value. */
    public Condition greaterThanOrEqualTo(Object value) {
      return compare(Operator.GREATER_THAN_OR_EQUAL, value);
    }

    /** Equal to a value. */
    public Condition equalTo(Object value) {
      return compare(Operator.EQUAL, value);
    }

    /** Not equal to a value, and not null. */
    public Condition notEqualTo(Object value) {
      return compare(Operator.NOT_EQUAL, value);
    }

    /** At least one value and at most another. */
    public Condition between(Object low, Object high) {
      return greaterThanOrEqualTo(low).and(lessThanOrEqualTo(high));
    }

    /** One of some values. */
    public Condition in(Object... values) {
      return new Membership(this, false, Stream.of(values).map(Literal::of).toList());
    }

    /** None of some values, and not null. */
    public Condition notIn(Object... values) {
      return new Membership(this, true, Stream.of(values).map(Literal::of).toList());
    }

    /** Null. */
    public Condition isNull() {
      return new NullTest(this, false);
    }

    /** Not null. */
    public Condition isNotNull() {
      return new NullTest(this, true);
    }

    private Condition compare(Operator operator, Object value) {
      return new Comparison(this, operator, Literal.of(value));
    }

    @Override
    public String toString() {
      String quoted = ConditionText.name(name);
      return index ? "index(" + quoted + ")" : quoted;
    }
  }

  /** A value to compare with. It takes the field's type when the condition is used on an array. */
  sealed interface Literal {
    /**
     * The literal of a value: integers, {@link BigDecimal}, {@link Double} and {@link Float} (each
     * bit counts), strings (texts, or dates and durations of ISO 8601 where the field has such a
     * type), byte arrays, booleans; a literal itself.
     *
     * @throws IllegalArgumentException for any other value
     */
    static Literal of(Object value) {
      if (value instanceof Literal literal) {
        return literal;
      }
      if (value instanceof Double || value instanceof Float) {
        return new FloatingPoint(((Number) value).doubleValue());
      }
      if (value instanceof BigDecimal decimal) {
        return new Decimal(decimal);
      }
      if (value instanceof BigInteger whole) {
        return new Decimal(new BigDecimal(whole));
      }
      if (value instanceof Long
          || value instanceof Integer
          || value instanceof Short
          || value instanceof Byte) {
        return new Decimal(BigDecimal.valueOf(((Number) value).longValue()));
      }
      if (value instanceof Boolean flag) {
        return new Bool(flag);
      }
      if (value instanceof String text) {
        return new Text(text);
      }
      if (value instanceof byte[] bytes) {
        return new Bytes(bytes);
      }
      throw new IllegalArgumentException(
          "no literal can be made of %s: give a number, a string, bytes or a boolean"
              .formatted(value == null ? "null (ask isNull() instead)" : value.getClass()));
    }

    /**
     * An exact decimal number.
     *
     * @param value the number
     */
    record Decimal(BigDecimal value) implements Literal {
      @Override
      public String toString() {
        return value.toString();
      }
    }

    /**
     * A floating-point number of 64 bits, with NaN, infinities and -0.0.
     *
     * @param value the number; a FLOAT32 is the double of the same value
     */
    record FloatingPoint(double value) implements Literal {
      @Override
      public String toString() {
        return ConditionText.real(value);
      }
    }

    /**
     * A text: the string itself by its UTF-8 bytes, or a date or duration.
     *
     * @param value the text
     */
    record Text(String value) implements Literal {
      @Override
      public String toString() {
        return ConditionText.text(value);
      }
    }

    /** Bytes as they are stored. */
    final class Bytes implements Literal {
      private final byte[] value;

      /** These bytes (a copy). */
      public Bytes(byte[] value) {
        this.value = value.clone();
      }

      /** The bytes (a copy). */
      public byte[] value() {
        return value.clone();
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(value, that.value);
      }

      @Override
      public int hashCode() {
        return Arrays.hashCode(value);
      }

      @Override
      public String toString() {
        return "x'" + HexFormat.of().formatHex(value) + "'";
      }
    }

    /**
     * True or false.
     *
     * @param value which
     */
    record Bool(boolean value) implements Literal {
      @Override
      public String toString() {
        return String.valueOf(value);
      }
    }
  }

  /**
   * The condition that a text says, such as {@code temp > 30 and (station in ('A', 'B') or note is
   * null)}. What a condition is as a text ({@link Object#toString()}) gives that condition again.
   *
   * <p>{@code not} binds more than {@code and}, and that more than {@code or}; keywords may have
   * any case. Names of other characters than letters, digits, underscores and points, or that are
   * keywords or look like durations, are in double quotes. Values are numbers (exact; with a {@code
   * d} or an {@code f} behind them that of 64 or 32 bits; {@code nan}, {@code inf}; {@code
   * 0x3f800000} for bits), texts in single quotes, {@code true} and {@code false}, bytes as {@code
   * x'00ff'}, dates, times and durations of ISO 8601. {@code index(name)} is {@link
   * Field#byIndex()}.
   *
   * @throws InvalidRequestException where the text is no condition; it shows the place
   */
  static Condition parse(String text) {
    return ConditionParser.parse(Objects.requireNonNull(text, "text"));
  }

  /** A field to be compared. */
  static Field field(String name) {
    return new Field(name, false);
  }

  /** This and another one; the parts of such that are {@link And} themselves are taken. */
  default Condition and(Condition other) {
    return new And(
        Stream.of(this, other)
            .flatMap(c -> c instanceof And and ? and.parts().stream() : Stream.of(c))
            .toList());
  }

  /** This or another one; the parts of such that are {@link Or} themselves are taken. */
  default Condition or(Condition other) {
    return new Or(
        Stream.of(this, other)
            .flatMap(c -> c instanceof Or or ? or.parts().stream() : Stream.of(c))
            .toList());
  }

  /** Where this does not hold: see above for nulls. */
  default Condition negate() {
    return new Not(this);
  }

  private static void requireParts(List<Condition> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no conditions to combine: give at least one");
    }
  }

  private static String joined(List<Condition> parts, String word) {
    return parts.stream()
        .map(part -> part instanceof And || part instanceof Or ? "(" + part + ")" : part.toString())
        .collect(Collectors.joining(word));
  }
}
