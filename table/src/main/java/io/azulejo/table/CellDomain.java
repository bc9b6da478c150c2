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
 * What the cells of a column can be, in an order in which the array can test them, and what
 * predicates say of them to an engine.
 *
 * @param <T> the values: numbers as keys, or bytes
 */
abstract class CellDomain<T> {
  private final CellSet<T> all;
  private final CellSet<T> defined;

  /**
   * A domain.
   *
   * @param all all cells
   * @param defined the cells that are not null to the engine
   */
  CellDomain(CellSet<T> all, CellSet<T> defined) {
    this.all = all;
    this.defined = defined;
  }

  /** All cells that there can be. */
  final CellSet<T> all() {
    return all;
  }

  /** The cells that are not null to the engine. */
  final CellSet<T> defined() {
    return defined;
  }

  /**
   * What a comparison says.
   *
   * @param operator not {@link Operator#SAME}
   * @param value not null
   * @return empty if values are of no types that are compared
   */
  abstract Optional<Truth<T>> compare(Operator operator, Value value);

  /** What a search for a text says; empty if values are no texts. */
  Optional<Truth<T>> match(Place place, Value value) {
    return Optional.empty();
  }

  /** What a pattern says; empty if values are no texts. */
  Optional<Truth<T>> like(String pattern, Optional<Character> escape) {
    return Optional.empty();
  }

  /** What a test for NaN says. */
  Truth<T> isNan() {
    return of(new CellSet<>(Intervals.none(order()), defined.nan(), false));
  }

  /**
   * The cells that equal one of some values.
   *
   * @param values none of which is null
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

  /** A predicate of which nothing is known, but that it is neither true nor false of null. */
  final Truth<T> unknown() {
    return new Truth<>(defined, false, defined, false);
  }

  /** A predicate that is true of some cells and false of all others that are not null. */
  final Truth<T> of(CellSet<T> yes) {
    CellSet<T> some = yes.and(defined);
    return new Truth<>(some, true, defined.minus(some), true);
  }

  /** A predicate that is true of no others than some cells. */
  final Truth<T> within(CellSet<T> yes) {
    return new Truth<>(yes.and(defined), false, defined, false);
  }

  /** The cells for which a comparison holds, of those from a value on and those beyond it. */
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
   * The condition that a value, one that is not null, is in a set that is neither empty nor all.
   */
  abstract Condition values(Condition.Field field, Intervals<T> some);

  /** Whether a set of values, NaN aside, has all that there are. */
  boolean isFull(Intervals<T> values) {
    return values.containsAll(all.values());
  }

  /** The condition that a cell is in a set; empty if all cells are. */
  final Optional<Condition> condition(Condition.Field field, CellSet<T> set) {
    Optional<Condition> value = valueCondition(field, set);
    boolean nulls = all.nulls();
    if (nulls && set.nulls()) {
      return value.map(field.isNull()::or);
    }
    return value.isEmpty() && nulls ? Optional.of(field.isNotNull()) : value;
  }

  /** The condition on cells that are stored as not null; empty if all these are in the set. */
  private Optional<Condition> valueCondition(Condition.Field field, CellSet<T> set) {
    boolean nan = all.nan();
    if (isFull(set.values())) {
      return nan && !set.nan() ? Optional.of(field.isNotNan()) : Optional.empty();
    }
    boolean none = set.values().and(all.values()).isNone();
    if (none) {
      return Optional.of(nan && set.nan() ? field.isNan() : Condition.alwaysFalse());
    }
    Condition values = values(field, set.values().and(all.values()));
    return Optional.of(nan && set.nan() ? values.or(field.isNan()) : values);
  }

  /** Whether a cell is in a set: its bytes as they are stored, or null. */
  final boolean contains(CellSet<T> set, byte @Nullable [] cell) {
    if (cell == null) {
      return set.nulls();
    }
    T value = value(cell);
    return value == null ? set.nan() : set.values().contains(value);
  }

  /** The value that is stored as some bytes; null for NaN. */
  abstract @Nullable T value(byte[] cell);

  final Intervals.Order<T> order() {
    return all.values().order();
  }

  /** One condition of several, each of which may hold. */
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
