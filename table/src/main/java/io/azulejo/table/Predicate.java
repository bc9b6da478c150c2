package io.azulejo.table;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A predicate on the rows of a table, with the three-valued logic of SQL. Immutable.
 *
 * <p>It is true, false or unknown for a row; rows for which it is true are selected. The {@link
 * Dialect} defines how values compare. Columns are named as in {@link ArrayTable#columns}. A
 * comparison with null, or of a null cell, is unknown.
 */
public sealed interface Predicate {
  /** How two values are compared. */
  enum Operator {
    /** Less than. */
    LESS,
    /** Less than or equal. */
    LESS_OR_EQUAL,
    /** Equal. */
    EQUAL,
    /** Not equal. */
    NOT_EQUAL,
    /** Greater than or equal. */
    GREATER_OR_EQUAL,
    /** Greater than. */
    GREATER,
    /** Equal, or both null: {@code IS NOT DISTINCT FROM}; never unknown. */
    SAME
  }

  /** The position at which a text is searched. */
  enum Place {
    /** At the start. */
    START,
    /** At the end. */
    END,
    /** Anywhere. */
    ANYWHERE
  }

  /** A test of one column. */
  sealed interface ColumnTest extends Predicate {
    /** Returns the name of the column. */
    String column();
  }

  /**
   * A comparison of a column with a literal.
   *
   * @param column the name of the column
   * @param operator the comparison operator
   * @param value the literal
   */
  record Comparison(String column, Operator operator, Value value) implements ColumnTest {}

  /**
   * A comparison of two columns of a row. The array does not test it.
   *
   * @param column the name of the first column
   * @param operator the comparison operator
   * @param other the name of the second column
   */
  record ColumnComparison(String column, Operator operator, String other) implements Predicate {}

  /**
   * A test whether a column equals one of several literals. Unknown if it equals none and one is
   * null.
   *
   * @param column the name of the column
   * @param values the literals
   */
  record In(String column, List<Value> values) implements ColumnTest {
    /** Copies the list. */
    public In {
      values = List.copyOf(values);
    }
  }

  /**
   * A test whether a column is null. Never unknown.
   *
   * @param column the name of the column
   */
  record IsNull(String column) implements ColumnTest {}

  /**
   * A test whether a column is NaN. Unknown for null, like all other tests. For an engine whose
   * test is false for null, use {@code isNan and not isNull}.
   *
   * @param column the name of the column
   */
  record IsNan(String column) implements ColumnTest {}

  /**
   * A search for a text in a column of text or bytes.
   *
   * @param column the name of the column
   * @param place the position to search
   * @param value the text or bytes to find
   */
  record Match(String column, Place place, Value value) implements ColumnTest {}

  /**
   * A test whether a text matches a pattern: {@code %} matches any characters, {@code _} one
   * character.
   *
   * @param column the name of the column
   * @param pattern the pattern
   * @param escape the character that makes the next one literal; empty if there is none
   */
  record Like(String column, String pattern, Optional<Character> escape) implements ColumnTest {}

  /**
   * The negation of a predicate.
   *
   * @param part the negated predicate
   */
  record Not(Predicate part) implements Predicate {}

  /**
   * A conjunction.
   *
   * @param parts the predicates; true if empty
   */
  record And(List<Predicate> parts) implements Predicate {
    /** Copies the list. */
    public And {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A disjunction.
   *
   * @param parts the predicates; false if empty
   */
  record Or(List<Predicate> parts) implements Predicate {
    /** Copies the list. */
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A predicate with the same result for all rows.
   *
   * @param value true, false, or empty for unknown
   */
  record Constant(Optional<Boolean> value) implements Predicate {}

  /**
   * An engine's expression that cannot be represented here. It is not pushed down; predicates that
   * are combined with it may be.
   *
   * @param expression the engine's expression
   */
  record Foreign(Object expression) implements Predicate {
    /** Checks that the expression is not null. */
    public Foreign {
      Objects.requireNonNull(expression, "expression");
    }
  }

  /** Returns a comparison of a column with a Java object, which {@link Value#of} converts. */
  static Predicate compare(String column, Operator operator, @Nullable Object value) {
    return new Comparison(column, operator, Value.of(value));
  }

  /** Returns a test whether a column equals a Java object. */
  static Predicate equal(String column, @Nullable Object value) {
    return compare(column, Operator.EQUAL, value);
  }

  /** Returns a test whether a column lies between two values, both inclusive. */
  static Predicate between(String column, @Nullable Object low, @Nullable Object high) {
    return compare(column, Operator.GREATER_OR_EQUAL, low)
        .and(compare(column, Operator.LESS_OR_EQUAL, high));
  }

  /** Returns a test whether a column equals one of several Java objects. */
  static Predicate in(String column, @Nullable Object... values) {
    return new In(column, Stream.of(values).map(Value::of).toList());
  }

  /** Returns a test whether a text starts with another one. */
  static Predicate startsWith(String column, String text) {
    return new Match(column, Place.START, new Value.Text(text));
  }

  /** Returns a test whether a text matches a pattern, with the backslash as escape. */
  static Predicate like(String column, String pattern) {
    return new Like(column, pattern, Optional.of('\\'));
  }

  /** Returns a predicate with the same result for all rows. */
  static Predicate constant(boolean value) {
    return new Constant(Optional.of(value));
  }

  /** Returns the conjunction of this and another predicate. */
  default Predicate and(Predicate other) {
    return new And(List.of(this, other));
  }

  /** Returns the disjunction of this and another predicate. */
  default Predicate or(Predicate other) {
    return new Or(List.of(this, other));
  }

  /** Returns the negation of this predicate. */
  default Predicate not() {
    return new Not(this);
  }

  /** Returns the predicates whose conjunction is this one, with nested conjunctions flattened. */
  default List<Predicate> conjuncts() {
    return Translator.flat(this, true);
  }
}
