package io.azulejo.table;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A predicate on the rows of a table, with the three-valued logic of SQL. Immutable.
 *
 * <p>A predicate is true, false or unknown for each row. It selects the rows for which it is true.
 * A comparison with null, or of a null cell, is unknown. The {@link Dialect} defines how values
 * compare. {@link ArrayTable#columns} defines the column names.
 */
public sealed interface Predicate {
  /** A comparison operator. */
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
    /** Equal, or both null, as {@code IS NOT DISTINCT FROM} in SQL. Never unknown. */
    SAME
  }

  /** The position at which a text is searched for. */
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

  /** A comparison of two columns in the same row. The array cannot test it. */
  record ColumnComparison(String column, Operator operator, String other) implements Predicate {}

  /**
   * A test for membership in a list of literals. It is true if the column equals one of them. It is
   * unknown if the column equals none of them and one is null. With an empty list, it is false.
   *
   * @param column the name of the column
   * @param values the literals; may be empty
   */
  record In(String column, List<Value> values) implements ColumnTest {
    /** Copies the list. */
    public In {
      values = List.copyOf(values);
    }
  }

  /**
   * A test for null. It is never unknown.
   *
   * @param column the name of the column
   */
  record IsNull(String column) implements ColumnTest {}

  /**
   * A test for NaN. It is unknown for null, like other tests. If an engine's test is false for
   * null, use {@code isNan and not isNull}.
   *
   * @param column the name of the column
   */
  record IsNan(String column) implements ColumnTest {}

  /** A search for text in a text column, or for bytes in a binary column. */
  record Match(String column, Place place, Value value) implements ColumnTest {}

  /**
   * A match of a text column with a LIKE pattern. In the pattern, {@code %} matches any number of
   * characters, and {@code _} matches one character.
   *
   * @param column the name of the column
   * @param pattern the pattern; must match the whole text
   * @param escape the character that makes the next character literal; empty if there is none
   */
  record Like(String column, String pattern, Optional<Character> escape) implements ColumnTest {}

  /**
   * The negation of a predicate.
   *
   * @param part the negated predicate
   */
  record Not(Predicate part) implements Predicate {}

  /**
   * A conjunction of predicates.
   *
   * @param parts the predicates; an empty conjunction is true
   */
  record And(List<Predicate> parts) implements Predicate {
    /** Copies the list. */
    public And {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A disjunction of predicates.
   *
   * @param parts the predicates; an empty disjunction is false
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
   * An expression of an engine that this interface cannot represent. It is not pushed down, but
   * predicates combined with it may be.
   *
   * @param expression the engine's expression; not null
   */
  record Foreign(Object expression) implements Predicate {
    /** Checks that the expression is not null. */
    public Foreign {
      Objects.requireNonNull(expression, "expression");
    }
  }

  /**
   * Returns a comparison of a column with a Java object.
   *
   * @param value the literal, converted by {@link Value#of}
   */
  static Predicate compare(String column, Operator operator, @Nullable Object value) {
    return new Comparison(column, operator, Value.of(value));
  }

  /** Returns a predicate that a column equals a Java object, which {@link Value#of} converts. */
  static Predicate equal(String column, @Nullable Object value) {
    return compare(column, Operator.EQUAL, value);
  }

  /** Returns a predicate that a column lies between two values. Both bounds are inclusive. */
  static Predicate between(String column, @Nullable Object low, @Nullable Object high) {
    return compare(column, Operator.GREATER_OR_EQUAL, low)
        .and(compare(column, Operator.LESS_OR_EQUAL, high));
  }

  /**
   * Returns a predicate that a column equals one of several Java objects, which {@link Value#of}
   * converts.
   */
  static Predicate in(String column, @Nullable Object... values) {
    return new In(column, Stream.of(values).map(Value::of).toList());
  }

  /** Returns a predicate that a text column starts with a prefix. */
  static Predicate startsWith(String column, String text) {
    return new Match(column, Place.START, new Value.Text(text));
  }

  /**
   * Returns a predicate that a text column matches a LIKE pattern. The escape character is the
   * backslash.
   */
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

  /**
   * Returns the predicates whose conjunction is equivalent to this one. Nested conjunctions are
   * flattened.
   */
  default List<Predicate> conjuncts() {
    return Translator.flat(this, true);
  }
}
