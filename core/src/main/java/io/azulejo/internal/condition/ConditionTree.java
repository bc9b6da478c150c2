package io.azulejo.internal.condition;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition as a tree: comparisons and other tests, combined with and, or and not. Immutable.
 * Users build {@code io.azulejo.query.Condition} instead, which defines the meaning of the tests.
 * {@link ConditionParser} parses the text that {@code toString} returns.
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

    /** Returns the text of the operator. */
    public String symbol() {
      return symbol;
    }

    /** Returns the operator that is true where this one is false, apart from nulls and NaN. */
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

    /** Returns the operator that gives the same result with the operands exchanged. */
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
   * A dimension or an attribute.
   *
   * @param name its name
   * @param index whether to compare the stored index instead of the value, if the field has an
   *     enumeration
   */
  record Field(String name, boolean index) {
    /** Checks that the name is not null. */
    public Field {
      Objects.requireNonNull(name, "name");
    }

    /** Returns the same field, compared by its stored index into its enumeration. */
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
   * A test whether a field equals one of several values.
   *
   * @param field the field
   * @param negated whether the field must equal none of them
   * @param values the values
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
   * A test whether a field is null.
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
   * A test whether a field is NaN.
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
   * A test whether a string starts with a prefix.
   *
   * @param field the field
   * @param negated whether the string must not start with it
   * @param prefix the prefix, a text or bytes
   */
  record Prefix(Field field, boolean negated, Literal prefix) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " not starts with " : " starts with ") + prefix;
    }
  }

  /**
   * A test whether a string matches a pattern.
   *
   * @param field the field
   * @param negated whether the string must not match
   * @param pattern the pattern: {@code %} matches any characters, {@code _} one character; a
   *     backslash makes either literal
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
   * A condition that is true for all cells or for none.
   *
   * @param value whether it is true
   */
  record Constant(boolean value) implements ConditionTree {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /**
   * A conjunction: true if all parts are true. A single part is written alone.
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
   * A disjunction: true if at least one part is true. A single part is written alone.
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

  /** Returns the conjunction with another condition, flattening either if it is an {@link And}. */
  default ConditionTree and(ConditionTree other) {
    return new And(
        Stream.of(this, other)
            .flatMap(c -> c instanceof And and ? and.parts().stream() : Stream.of(c))
            .toList());
  }

  /** Returns the disjunction with another condition, flattening either if it is an {@link Or}. */
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

  /** Returns the parts of an {@link And} or an {@link Or}; empty for other conditions. */
  default List<ConditionTree> combined() {
    return this instanceof And and ? and.parts() : this instanceof Or or ? or.parts() : List.of();
  }

  /** Returns whether a part is written in parentheses: and binds more tightly than or. */
  default boolean encloses(ConditionTree part) {
    return part instanceof Or || (part instanceof And && !(this instanceof Or));
  }

  private static String joined(ConditionTree whole, String word) {
    return whole.combined().stream()
        .map(part -> whole.encloses(part) ? "(" + part + ")" : part.toString())
        .collect(Collectors.joining(word));
  }
}
