package io.azulejo.internal.condition;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tree form of a condition: comparisons and other tests, which are combined with and, or and
 * not. Users build {@code io.azulejo.query.Condition} instead, which defines the meaning of the
 * tests. {@link ConditionParser} can parse the text that {@code toString} returns. Immutable.
 */
public sealed interface ConditionTree {
  /** A comparison operator. */
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

    /** Returns the operator as it is written in a condition. */
    public String symbol() {
      return symbol;
    }

    /**
     * Returns the operator that is true exactly if this one is false, provided that neither operand
     * is null or NaN.
     */
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

    /** Returns the operator that gives the same result when the operands are exchanged. */
    Operator mirrored() {
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
   * A reference to a dimension or an attribute.
   *
   * @param name the name of the field
   * @param index whether to compare the stored index into the field's enumeration instead of the
   *     value
   */
  record Field(String name, boolean index) {
    /** Checks that the name is not null. */
    public Field {
      Objects.requireNonNull(name, "name");
    }

    /** Returns a reference to the stored index of the same field. */
    public Field byIndex() {
      return new Field(name, true);
    }

    @Override
    public String toString() {
      String quoted = ConditionText.name(name);
      return index ? "index(" + quoted + ")" : quoted;
    }
  }

  /**
   * A comparison of a field with a value.
   *
   * @param field the field
   * @param operator the comparison operator
   * @param value the value
   */
  record Comparison(Field field, Operator operator, Literal value) implements ConditionTree {
    @Override
    public String toString() {
      return field + " " + operator.symbol() + " " + value;
    }
  }

  /**
   * A test of whether a field equals one of several values.
   *
   * @param field the field
   * @param negated whether the field must differ from all values
   * @param values the values; may be empty
   */
  record Membership(Field field, boolean negated, List<Literal> values) implements ConditionTree {
    /** Copies the list. */
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
   * A test of whether a field is null.
   *
   * @param field the field
   * @param negated whether the field must not be null
   */
  record NullTest(Field field, boolean negated) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " is not null" : " is null");
    }
  }

  /**
   * A test of whether a field is NaN.
   *
   * @param field the field
   * @param negated whether the field must not be NaN
   */
  record NanTest(Field field, boolean negated) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " is not nan" : " is nan");
    }
  }

  /**
   * A test of whether a string starts with a prefix.
   *
   * @param field the field
   * @param negated whether the string must not start with the prefix
   * @param prefix the prefix: a text or bytes
   */
  record Prefix(Field field, boolean negated, Literal prefix) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " not starts with " : " starts with ") + prefix;
    }
  }

  /**
   * A test of whether a string matches a pattern.
   *
   * @param field the field
   * @param negated whether the string must not match the pattern
   * @param pattern the pattern: {@code %} matches any number of characters, {@code _} matches one
   *     character, and a backslash before either makes it literal
   */
  record Like(Field field, boolean negated, Literal pattern) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " not like " : " like ") + pattern;
    }
  }

  /**
   * A comparison of two calculated values.
   *
   * @param left the left value
   * @param operator the comparison operator
   * @param right the right value
   */
  record Calculation(Expression left, Operator operator, Expression right)
      implements ConditionTree {
    @Override
    public String toString() {
      return left + " " + operator.symbol() + " " + right;
    }
  }

  /**
   * A condition that is true for all cells or false for all cells.
   *
   * @param value the value of the condition
   */
  record Constant(boolean value) implements ConditionTree {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /**
   * A conjunction, which is true if all parts are true. The text of a conjunction with a single
   * part is the text of that part.
   *
   * @param parts the parts, at least one
   */
  record And(List<ConditionTree> parts) implements ConditionTree {
    /** Copies the list. */
    public And {
      parts = List.copyOf(parts);
      requireParts(parts);
    }

    @Override
    public String toString() {
      return joined(this, " and ");
    }
  }

  /**
   * A disjunction, which is true if at least one part is true. The text of a disjunction with a
   * single part is the text of that part.
   *
   * @param parts the parts, at least one
   */
  record Or(List<ConditionTree> parts) implements ConditionTree {
    /** Copies the list. */
    public Or {
      parts = List.copyOf(parts);
      requireParts(parts);
    }

    @Override
    public String toString() {
      return joined(this, " or ");
    }
  }

  /**
   * The negation of a condition.
   *
   * @param part the negated condition
   */
  record Not(ConditionTree part) implements ConditionTree {
    @Override
    public String toString() {
      return "not (" + part + ")";
    }
  }

  /**
   * Returns the conjunction of this and another condition. Operands that are {@link And}s are
   * flattened.
   */
  default ConditionTree and(ConditionTree other) {
    return new And(
        Stream.of(this, other)
            .flatMap(c -> c instanceof And and ? and.parts().stream() : Stream.of(c))
            .toList());
  }

  /**
   * Returns the disjunction of this and another condition. Operands that are {@link Or}s are
   * flattened.
   */
  default ConditionTree or(ConditionTree other) {
    return new Or(
        Stream.of(this, other)
            .flatMap(c -> c instanceof Or or ? or.parts().stream() : Stream.of(c))
            .toList());
  }

  private static void requireParts(List<ConditionTree> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no conditions to combine; pass at least one");
    }
  }

  /**
   * Returns the parts of an {@link And} or an {@link Or}, or an empty list for other conditions.
   */
  default List<ConditionTree> combined() {
    return this instanceof And and ? and.parts() : this instanceof Or or ? or.parts() : List.of();
  }

  /**
   * Returns whether the text of this condition has parentheses around a part. They are necessary
   * because "and" binds more tightly than "or".
   */
  default boolean encloses(ConditionTree part) {
    return part instanceof Or || (part instanceof And && !(this instanceof Or));
  }

  private static String joined(ConditionTree whole, String word) {
    return whole.combined().stream()
        .map(part -> whole.encloses(part) ? "(" + part + ")" : part.toString())
        .collect(Collectors.joining(word));
  }
}
