package io.azulejo.internal.condition;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition as a tree: comparisons, sets and other tests, combined with and, or, not. What they
 * mean is said in {@code io.azulejo.query.Condition}, which users build in place of this. As a text
 * it is what {@link ConditionParser} reads. Immutable.
 */
public sealed interface ConditionTree {
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

    /** The same field, compared by its stored index into its enumeration. */
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
   * A field compared with a value.
   *
   * @param field the field
   * @param operator how to compare
   * @param value what to compare with
   */
  record Comparison(Field field, Operator operator, Literal value) implements ConditionTree {
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
  record Membership(Field field, boolean negated, List<Literal> values) implements ConditionTree {
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
  record NullTest(Field field, boolean negated) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " is not null" : " is null");
    }
  }

  /**
   * A field that is NaN, or that is a number.
   *
   * @param field the field
   * @param negated whether it is not to be NaN
   */
  record NanTest(Field field, boolean negated) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " is not nan" : " is nan");
    }
  }

  /**
   * A field whose string begins, or does not begin, with another one.
   *
   * @param field the field
   * @param negated whether it is not to begin with it
   * @param prefix the other one, a text or bytes
   */
  record Prefix(Field field, boolean negated, Literal prefix) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " not starts with " : " starts with ") + prefix;
    }
  }

  /**
   * A field whose string has, or has not, a form.
   *
   * @param field the field
   * @param negated whether it is not to have it
   * @param pattern the form, a text in which {@code %} stands for any characters, {@code _} for
   *     one, and both for themselves behind a backslash
   */
  record Like(Field field, boolean negated, Literal pattern) implements ConditionTree {
    @Override
    public String toString() {
      return field + (negated ? " not like " : " like ") + pattern;
    }
  }

  /**
   * Values that are calculated, compared with each other.
   *
   * @param left the first one
   * @param operator how to compare
   * @param right the second one
   */
  record Calculation(Expression left, Operator operator, Expression right)
      implements ConditionTree {
    @Override
    public String toString() {
      return left + " " + operator.symbol() + " " + right;
    }
  }

  /**
   * A condition that every cell meets, or none.
   *
   * @param value whether every cell meets it
   */
  record Constant(boolean value) implements ConditionTree {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /**
   * Conditions that hold all. In a text one alone is written as that one.
   *
   * @param parts at least one
   */
  record And(List<ConditionTree> parts) implements ConditionTree {
    /** Takes a copy of the list. */
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
   * Conditions of which at least one holds. In a text one alone is written as that one.
   *
   * @param parts at least one
   */
  record Or(List<ConditionTree> parts) implements ConditionTree {
    /** Takes a copy of the list. */
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
   * A condition that does not hold.
   *
   * @param part the condition
   */
  record Not(ConditionTree part) implements ConditionTree {
    @Override
    public String toString() {
      return "not (" + part + ")";
    }
  }

  /** This and another one; the parts of such that are {@link And} themselves are taken. */
  default ConditionTree and(ConditionTree other) {
    return new And(
        Stream.of(this, other)
            .flatMap(c -> c instanceof And and ? and.parts().stream() : Stream.of(c))
            .toList());
  }

  /** This or another one; the parts of such that are {@link Or} themselves are taken. */
  default ConditionTree or(ConditionTree other) {
    return new Or(
        Stream.of(this, other)
            .flatMap(c -> c instanceof Or or ? or.parts().stream() : Stream.of(c))
            .toList());
  }

  private static void requireParts(List<ConditionTree> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no conditions to combine: give at least one");
    }
  }

  /** The conditions that this one combines by and, or by or. */
  default List<ConditionTree> combined() {
    return this instanceof And and ? and.parts() : this instanceof Or or ? or.parts() : List.of();
  }

  /** Whether the text of a part of {@link #combined} is in parentheses: and binds more than or. */
  default boolean encloses(ConditionTree part) {
    return part instanceof Or || (part instanceof And && !(this instanceof Or));
  }

  private static String joined(ConditionTree whole, String word) {
    return whole.combined().stream()
        .map(part -> whole.encloses(part) ? "(" + part + ")" : part.toString())
        .collect(Collectors.joining(word));
  }
}
