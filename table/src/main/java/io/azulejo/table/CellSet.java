package io.azulejo.table;

import io.azulejo.internal.order.Intervals;
import java.util.List;

/**
 * Some of the cells that a column can have.
 *
 * @param values the values
 * @param nan whether NaN is among them, which no order holds
 * @param nulls whether those are that are stored as null
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

  /** The cells that are in one of some sets. */
  static <T> CellSet<T> union(List<CellSet<T>> sets) {
    return new CellSet<>(
        Intervals.union(sets.get(0).values.order(), sets.stream().map(CellSet::values).toList()),
        sets.stream().anyMatch(CellSet::nan),
        sets.stream().anyMatch(CellSet::nulls));
  }

  /** The cells that are in all of some sets. */
  static <T> CellSet<T> intersection(List<CellSet<T>> sets) {
    return union(sets.stream().map(CellSet::not).toList()).not();
  }

  boolean isEmpty() {
    return values.isNone() && !nan && !nulls;
  }
}
