package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.List;

/**
 * Which cells of a dense read are wanted: of those that some fragment has, the ones that meet a
 * condition. Immutable.
 *
 * @param condition what cells have to meet; null for nothing
 * @param columns where the fields of the condition are among those of the query
 * @param leavesOut whether the others don't come; else they come with fill values
 */
public record DenseFilter(BoundCondition condition, int[] columns, boolean leavesOut) {
  /** The cells that are part of the result. */
  public enum Kept {
    /** All cells come, those that do not meet the condition with fill values. */
    ALL,
    /** With a condition those come that meet it, without one all. */
    MATCHING,
    /** Those come that some fragment has and that meet the condition, if there is one. */
    COVERED
  }

  /** A filter; null if all cells are wanted as they are. */
  static DenseFilter of(BoundCondition condition, Kept cells, List<OutputField> fields) {
    boolean any = condition == null || condition.alwaysTrue();
    if (any && (cells == Kept.ALL || (condition == null && cells == Kept.MATCHING))) {
      return null;
    }
    int[] columns =
        any
            ? new int[0]
            : condition.fields().stream().mapToInt(field -> indexOf(fields, field)).toArray();
    return new DenseFilter(any ? null : condition, columns, cells != Kept.ALL);
  }

  private static int indexOf(List<OutputField> fields, OutputField wanted) {
    int index = 0;
    while (!fields.get(index).name().equals(wanted.name())) {
      index++;
    }
    return index;
  }

  /** How many of the cells that a fragment has of a region are wanted, as far as is known. */
  Coverage outcome(DenseSource source, Region region) {
    if (condition == null) {
      return Coverage.ALL;
    }
    FieldBounds[] bounds = new FieldBounds[columns.length];
    for (int i = 0; i < bounds.length; i++) {
      OutputField field = condition.fields().get(i);
      bounds[i] =
          field.isDimension()
              ? region.bounds(field.dimension())
              : source.bounds(i, columns[i], region, field);
    }
    return condition.outcome(bounds);
  }
}
