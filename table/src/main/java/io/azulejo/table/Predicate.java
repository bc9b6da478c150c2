package io.azulejo.table;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What rows of a table have to meet, as SQL has it: of a row it is true, false or unknown, and rows
 * are wanted for which it is true. How values compare is said by the {@link Dialect}. Columns are
 * named as in {@link ArrayTable#columns}. Immutable.
 *
 * <p>Comparisons with null are unknown, those of a null value too. {@code and}, {@code or} and
 * {@code not} follow the logic of three values.
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

  /** Where in a text another one is looked for. */
  enum Place {
    /** At its beginning. */
    START,
    /** At its end. */
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
   * A column compared with a literal.
   *
   * @param column its name
   * @param operator how
   * @param value the literal
   */
  record Comparison(String column, Operator operator, Value value) implements ColumnTest {}

  /**
   * A column compared with another one of the row; the array does not test that.
   *
   * @param column its name
   * @param operator how
   * @param other the name of the other one
   */
  record ColumnComparison(String column, Operator operator, String other) implements Predicate {}

  /**
   * A column that equals one of some literals; unknown where it equals none and one is null.
   *
   * @param column its name
   * @param values the literals
   */
  record In(String column, List<Value> values) implements ColumnTest {
    /** Takes a copy of the list. */
    public In {
      values = List.copyOf(values);
    }
  }

  /**
   * A column that is null; never unknown.
   *
   * @param column its name
   */
  record IsNull(String column) implements ColumnTest {}

  /**
   * A column that is NaN. Unknown for null, as all other tests; in an engine whose test is false
   * for null it is {@code isNan and not isNull}.
   *
   * @param column its name
   */
  record IsNan(String column) implements ColumnTest {}

  /**
   * A column of texts or bytes in which another text is found.
   *
   * @param column its name
   * @param place where
   * @param value a text, or bytes
   */
  record Match(String column, Place place, Value value) implements ColumnTest {}

  /**
   * A column of texts that a pattern fits: {@code %} stands for any characters, {@code _} for one.
   *
   * @param column its name
   * @param pattern the pattern
   * @param escape the character after which another one stands for itself; empty for none
   */
  record Like(String column, String pattern, Optional<Character> escape) implements ColumnTest {}

  /**
   * A predicate that does not hold.
   *
   * @param part the predicate
   */
  record Not(Predicate part) implements Predicate {}

  /**
   * Predicates that all hold.
   *
   * @param parts the predicates; of none it is true
   */
  record And(List<Predicate> parts) implements Predicate {
    /** Takes a copy of the list. */
    public And {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Predicates of which one holds at least.
   *
   * @param parts the predicates; of none it is false
   */
  record Or(List<Predicate> parts) implements Predicate {
    /** Takes a copy of the list. */
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The same for all rows.
   *
   * @param value true, false, or empty for unknown
   */
  record Constant(Optional<Boolean> value) implements Predicate {}

  /**
   * An expression of an engine that has no form here. It is not pushed down, what it is combined
   * with may be.
   *
   * @param expression what the engine knows it by
   */
  record Foreign(Object expression) implements Predicate {
    /** Checks that there is one. */
    public Foreign {
      Objects.requireNonNull(expression, "expression");
    }
  }

  /** A column compared with an object of Java, as {@link Value#of} takes it. */
  static Predicate compare(String column, Operator operator, @Nullable Object value) {
    return new Comparison(column, operator, Value.of(value));
  }

  /** A column that equals an object of Java. */
  static Predicate equal(String column, @Nullable Object value) {
    return compare(column, Operator.EQUAL, value);
  }

  /** A column within two values, both included. */
  static Predicate between(String column, @Nullable Object low, @Nullable Object high) {
    return compare(column, Operator.GREATER_OR_EQUAL, low)
        .and(compare(column, Operator.LESS_OR_EQUAL, high));
  }

  /** A column that equals one of some objects of Java. */
  static Predicate in(String column, @Nullable Object... values) {
    return new In(column, Stream.of(values).map(Value::of).toList());
  }

  /** A text that begins with another one. */
  static Predicate startsWith(String column, String text) {
    return new Match(column, Place.START, new Value.Text(text));
  }

  /** A text that fits a pattern, with a backslash before what stands for itself. */
  static Predicate like(String column, String pattern) {
    return new Like(column, pattern, Optional.of('\\'));
  }

  /** A predicate that is the same for all rows. */
  static Predicate constant(boolean value) {
    return new Constant(Optional.of(value));
  }

  /** This one and another one. */
  default Predicate and(Predicate other) {
    return new And(List.of(this, other));
  }

  /** This one or another one. */
  default Predicate or(Predicate other) {
    return new Or(List.of(this, other));
  }

  /** The predicate that this one is false. */
  default Predicate not() {
    return new Not(this);
  }

  /** The predicates that have to hold, all of them, for this one to hold. */
  default List<Predicate> conjuncts() {
    return Translator.flat(this, true);
  }
}
