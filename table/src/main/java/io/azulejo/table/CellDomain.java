package io.azulejo.table;

import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cells that a column can have, in the order that the array uses for tests. Evaluates
 * predicates on them as the engine would.
 *
 * @param <T> the type of the values: 64-bit keys for numbers, byte arrays for strings
 */
abstract class CellDomain<T> {
  private final CellSet<T> all;
  private final CellSet<T> defined;

  /**
   * Creates a domain.
   *
   * @param all the possible cells
   * @param defined the possible cells that are not null to the engine
   */
  CellDomain(CellSet<T> all, CellSet<T> defined) {
    this.all = all;
    this.defined = defined;
  }

  /** Returns all possible cells. */
  final CellSet<T> all() {
    return all;
  }

  /** Returns the possible cells that are not null to the engine. */
  final CellSet<T> defined() {
    return defined;
  }

  /**
   * Evaluates a comparison with a literal.
   *
   * @param operator any operator except {@link Operator#SAME}
   * @param value the literal; not null
   * @return the result, or empty if the types cannot be compared
   */
  abstract Optional<Truth<T>> compare(Operator operator, Value value);

  /**
   * Evaluates a text search. Returns an empty result if the column cannot be searched for the
   * literal.
   */
  Optional<Truth<T>> match(Place place, Value value) {
    return Optional.empty();
  }

  /** Evaluates a LIKE pattern. Returns an empty result if the values are not text. */
  Optional<Truth<T>> like(String pattern, Optional<Character> escape) {
    return Optional.empty();
  }

  /** Evaluates a test for NaN. */
  Truth<T> isNan() {
    return of(new CellSet<>(Intervals.none(order()), defined.nan(), false));
  }

  /**
   * Evaluates whether cells equal one of several values.
   *
   * @param values the literals; none is null
   * @return the result, or empty if the type of a literal cannot be compared
   */
  Optional<Truth<T>> member(List<Value> values) {
    List<Intervals<T>> yes = new ArrayList<>();
    List<Intervals<T>> certain = new ArrayList<>();
    boolean nan = false;
    boolean exact = true;
    for (Value value : values) {
      Optional<Truth<T>> equal = compare(Operator.EQUAL, value);
      if (equal.isEmpty()) {
        return Optional.empty();
      }
      yes.add(equal.get().yes().values());
      nan |= equal.get().yes().nan();
      exact &= equal.get().yesExact();
      if (equal.get().yesExact()) {
        certain.add(equal.get().yes().values());
      }
    }
    CellSet<T> some = new CellSet<>(Intervals.union(order(), yes), nan, false);
    CellSet<T> equal = new CellSet<>(Intervals.union(order(), certain), nan, false);
    return Optional.of(new Truth<>(some.and(defined), exact, defined.minus(equal), exact));
  }

  /**
   * Returns the result of a predicate that cannot be evaluated. It may be true or false for each
   * cell that is not null to the engine.
   */
  final Truth<T> unknown() {
    return new Truth<>(defined, false, defined, false);
  }

  /**
   * Returns the result of a predicate that is true for exactly the cells in {@code yes} and false
   * for all others that are not null to the engine.
   */
  final Truth<T> of(CellSet<T> yes) {
    CellSet<T> some = yes.and(defined);
    return new Truth<>(some, true, defined.minus(some), true);
  }

  /** Returns the result of a predicate that is true for at most the cells in {@code yes}. */
  final Truth<T> within(CellSet<T> yes) {
    return new Truth<>(yes.and(defined), false, defined, false);
  }

  /**
   * Returns the values that match a comparison with a literal.
   *
   * @param universe the values to select from
   * @param from all values that are at least the literal
   * @param beyond all values that are greater than the literal
   */
  static <T> Intervals<T> compared(
      Operator operator, Intervals<T> universe, Intervals<T> from, Intervals<T> beyond) {
    return switch (operator) {
      case GREATER_OR_EQUAL -> universe.and(from);
      case GREATER -> universe.and(beyond);
      case LESS -> universe.minus(from);
      case LESS_OR_EQUAL -> universe.minus(beyond);
      case EQUAL, SAME -> universe.and(from).minus(beyond);
      case NOT_EQUAL -> universe.minus(from.minus(beyond));
    };
  }

  /**
   * Returns the condition that a cell is not null and its value is in a set. The set is neither
   * empty nor full.
   */
  abstract Condition values(Condition.Field field, Intervals<T> some);

  /** Returns whether a set contains all possible values except NaN. */
  boolean isFull(Intervals<T> values) {
    return values.containsAll(all.values());
  }

  /** Returns the condition that a cell is in a set, or empty if all cells are. */
  final Optional<Condition> condition(Condition.Field field, CellSet<T> set) {
    Optional<Condition> value = valueCondition(field, set);
    boolean nulls = all.nulls();
    if (nulls && set.nulls()) {
      return value.map(field.isNull()::or);
    }
    return value.isEmpty() && nulls ? Optional.of(field.isNotNull()) : value;
  }

  /**
   * Returns the condition that a cell not stored as null is in a set, or empty if all of them are.
   */
  private Optional<Condition> valueCondition(Condition.Field field, CellSet<T> set) {
    boolean nan = all.nan();
    if (isFull(set.values())) {
      return nan && !set.nan() ? Optional.of(field.isNotNan()) : Optional.empty();
    }
    boolean none = set.values().and(all.values()).isEmpty();
    if (none) {
      return Optional.of(nan && set.nan() ? field.isNan() : Condition.alwaysFalse());
    }
    Condition values = values(field, set.values().and(all.values()));
    return Optional.of(nan && set.nan() ? values.or(field.isNan()) : values);
  }

  /**
   * Returns whether a set contains a stored cell.
   *
   * @param cell the bytes of the cell, or null if it is stored as null
   */
  final boolean contains(CellSet<T> set, byte @Nullable [] cell) {
    if (cell == null) {
      return set.nulls();
    }
    T value = value(cell);
    return value == null ? set.nan() : set.values().contains(value);
  }

  /** Returns the value of stored bytes, or null for NaN. */
  abstract @Nullable T value(byte[] cell);

  final Intervals.Order<T> order() {
    return all.values().order();
  }

  /** Combines conditions with "or" in a balanced tree, which limits the nesting. */
  static Condition any(List<Condition> parts) {
    List<Condition> left = parts;
    while (left.size() > 1) {
      List<Condition> pairs = new ArrayList<>();
      for (int i = 0; i < left.size(); i += 2) {
        pairs.add(i + 1 < left.size() ? left.get(i).or(left.get(i + 1)) : left.get(i));
      }
      left = pairs;
    }
    return left.get(0);
  }
}
