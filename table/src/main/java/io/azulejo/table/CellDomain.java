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
 * The cells that a column can have, in an order in which the array can test them. Evaluates
 * predicates on them as the engine would.
 *
 * @param <T> the values: numbers as keys, or bytes
 */
abstract class CellDomain<T> {
  private final CellSet<T> all;
  private final CellSet<T> defined;

  /**
   * Creates a domain.
   *
   * @param all all cells
   * @param defined the cells that are not null to the engine
   */
  CellDomain(CellSet<T> all, CellSet<T> defined) {
    this.all = all;
    this.defined = defined;
  }

  /** Returns all possible cells. */
  final CellSet<T> all() {
    return all;
  }

  /** Returns the cells that are not null to the engine. */
  final CellSet<T> defined() {
    return defined;
  }

  /**
   * Evaluates a comparison.
   *
   * @param operator any operator except {@link Operator#SAME}
   * @param value the literal, not null
   * @return the result; empty if the types cannot be compared
   */
  abstract Optional<Truth<T>> compare(Operator operator, Value value);

  /** Evaluates a text search; empty if the values are not text. */
  Optional<Truth<T>> match(Place place, Value value) {
    return Optional.empty();
  }

  /** Evaluates a pattern; empty if the values are not text. */
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
   * @param values the values, not null
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

  /** Returns the result of a predicate that cannot be evaluated, but is unknown for null. */
  final Truth<T> unknown() {
    return new Truth<>(defined, false, defined, false);
  }

  /** Returns the result of a predicate that is true exactly for {@code yes}, unknown for null. */
  final Truth<T> of(CellSet<T> yes) {
    CellSet<T> some = yes.and(defined);
    return new Truth<>(some, true, defined.minus(some), true);
  }

  /** Returns the result of a predicate that is true for at most {@code yes}. */
  final Truth<T> within(CellSet<T> yes) {
    return new Truth<>(yes.and(defined), false, defined, false);
  }

  /**
   * Returns the cells that match a comparison, given the values from a literal on and beyond it.
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

  /** Returns the condition that a non-null value is in a set, which is neither empty nor full. */
  abstract Condition values(Condition.Field field, Intervals<T> some);

  /** Returns whether a set contains all possible values, apart from NaN. */
  boolean isFull(Intervals<T> values) {
    return values.containsAll(all.values());
  }

  /** Returns the condition that a cell is in a set; empty if all cells are. */
  final Optional<Condition> condition(Condition.Field field, CellSet<T> set) {
    Optional<Condition> value = valueCondition(field, set);
    boolean nulls = all.nulls();
    if (nulls && set.nulls()) {
      return value.map(field.isNull()::or);
    }
    return value.isEmpty() && nulls ? Optional.of(field.isNotNull()) : value;
  }

  /** Returns the condition for cells not stored as null; empty if the set has all of them. */
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

  /** Returns whether a stored cell (its bytes, or null) is in a set. */
  final boolean contains(CellSet<T> set, byte @Nullable [] cell) {
    if (cell == null) {
      return set.nulls();
    }
    T value = value(cell);
    return value == null ? set.nan() : set.values().contains(value);
  }

  /** Returns the value that is stored as these bytes; null for NaN. */
  abstract @Nullable T value(byte[] cell);

  final Intervals.Order<T> order() {
    return all.values().order();
  }

  /** Combines conditions with or, as a balanced tree. */
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
