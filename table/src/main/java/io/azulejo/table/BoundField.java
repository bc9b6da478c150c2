package io.azulejo.table;

import io.azulejo.query.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A column together with the cells that it can have.
 *
 * @param column the column
 * @param domain the possible cells; evaluates predicates on them
 * @param tested the field to use in conditions
 * @param missingInSomeCells whether some cells lack the field, because their fragment is older than
 *     the attribute. Conditions on the field are false for these cells.
 * @param fill the value of cells that lack the field, or null if they are null
 */
record BoundField<T>(
    TableColumn column,
    CellDomain<T> domain,
    Condition.Field tested,
    boolean missingInSomeCells,
    byte @Nullable [] fill) {

  /** Returns the region of rows whose cell in this column is in a set. */
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
   * Returns whether a condition can find all cells of a set. Conditions never match cells that lack
   * the field, so the set must not contain their fill value.
   */
  boolean isTestable(CellSet<T> set) {
    return !missingInSomeCells || !domain.contains(set, fill);
  }
}
