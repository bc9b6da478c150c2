package io.azulejo.table;

import io.azulejo.internal.order.Intervals;
import java.util.List;

/**
 * A set of cells that a column can have.
 *
 * @param values the values, apart from NaN
 * @param nan whether the set contains NaN, which intervals cannot represent
 * @param nulls whether the set contains cells that are stored as null
 */
record CellSet<T>(Intervals<T> values, boolean nan, boolean nulls) {
  CellSet<T> and(CellSet<T> other) {
    return new CellSet<>(values.and(other.values), nan && other.nan, nulls && other.nulls);
  }

  CellSet<T> minus(CellSet<T> other) {
    return new CellSet<>(values.minus(other.values), nan && !other.nan, nulls && !other.nulls);
  }

  private CellSet<T> not() {
    return new CellSet<>(values.negated(), !nan, !nulls);
  }

  /** Returns the cells in at least one of the sets. The list must not be empty. */
  static <T> CellSet<T> union(List<CellSet<T>> sets) {
    return new CellSet<>(
        Intervals.union(sets.get(0).values.order(), sets.stream().map(CellSet::values).toList()),
        sets.stream().anyMatch(CellSet::nan),
        sets.stream().anyMatch(CellSet::nulls));
  }

  /** Returns the cells in all of the sets. The list must not be empty. */
  static <T> CellSet<T> intersection(List<CellSet<T>> sets) {
    return union(sets.stream().map(CellSet::not).toList()).not();
  }

  boolean isEmpty() {
    return values.isEmpty() && !nan && !nulls;
  }
}
