package io.azulejo.table;

import io.azulejo.query.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A column with what its cells can be.
 *
 * @param column the column
 * @param domain what its cells can be, and what predicates say of them
 * @param tested the field in conditions
 * @param later whether some cells lack the field, for which no condition on it holds
 * @param fill what a cell is that lacks the field: the bytes of its value, or null
 */
record BoundField<T>(
    TableColumn column,
    CellDomain<T> domain,
    Condition.Field tested,
    boolean later,
    byte @Nullable [] fill) {

  /** The cells of a set, as a region. */
  Region cells(CellSet<T> set) {
    CellSet<T> all = domain.all();
    boolean full =
        domain.isFull(set.values()) && (set.nan() || !all.nan()) && (set.nulls() || !all.nulls());
    if (full) {
      return Region.EVERYTHING;
    }
    return set.and(all).isEmpty() ? Region.NOTHING : new Region.Cells<>(this, set);
  }

  /**
   * Whether conditions on a set hold for the cells that are in it, those too that lack the field.
   */
  boolean isTestable(CellSet<T> set) {
    return !later || !domain.contains(set, fill);
  }
}
