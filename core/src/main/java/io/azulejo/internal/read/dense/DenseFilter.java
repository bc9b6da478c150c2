package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.List;

/**
 * Decides which cells pass in a dense read. Cells may have to satisfy a condition, and cells that
 * no fragment contains may fail without a test. Immutable.
 *
 * @param condition the condition that cells must satisfy; null if all cells satisfy it
 * @param columns the indexes of the condition's fields in the query
 * @param leavesOut whether cells that fail are omitted from the result; if false, they are returned
 *     with fill values
 * @param fills for each field of the condition, the bounds of its fill value, or null for a
 *     dimension; the array is null if cells that no fragment contains always fail
 */
public record DenseFilter(
    BoundCondition condition, int[] columns, boolean leavesOut, FieldBounds[] fills) {
  /** The cells that are part of the result. */
  public enum Kept {
    /** All cells; those that do not satisfy the condition have fill values. */
    ALL,
    /** If there is a condition, the cells that satisfy it; otherwise all cells. */
    MATCHING,
    /** Cells that some fragment contains and that satisfy the condition, if there is one. */
    COVERED,
    /**
     * Like {@link #MATCHING}, but the condition sees fill values in cells that no fragment
     * contains.
     */
    FILLED
  }

  /**
   * Creates a filter, or returns null if all cells are returned unchanged.
   *
   * @param condition the condition, or null if there is none
   * @param fields the fields of the query, which include the fields of the condition
   */
  static DenseFilter of(BoundCondition condition, Kept cells, List<OutputField> fields) {
    boolean any = condition == null || condition.alwaysTrue();
    if (any && (cells == Kept.ALL || (condition == null && cells == Kept.MATCHING))) {
      return null;
    }
    int[] columns =
        any
            ? new int[0]
            : condition.fields().stream().mapToInt(field -> indexOf(fields, field)).toArray();
    FieldBounds[] fills = cells == Kept.FILLED ? new FieldBounds[columns.length] : null;
    for (int i = 0; i < columns.length && fills != null; i++) {
      OutputField field = condition.fields().get(i);
      fills[i] = field.isDimension() ? null : FieldBounds.ofFill(field);
    }
    return new DenseFilter(any ? null : condition, columns, cells != Kept.ALL, fills);
  }

  private static int indexOf(List<OutputField> fields, OutputField wanted) {
    int index = 0;
    while (!fields.get(index).name().equals(wanted.name())) {
      index++;
    }
    return index;
  }

  /** Returns whether the result is known to omit all cells that no fragment contains. */
  boolean leavesOutGaps() {
    return leavesOut
        && (fills == null || (condition != null && condition.outcome(fills) == Coverage.NONE));
  }
}
