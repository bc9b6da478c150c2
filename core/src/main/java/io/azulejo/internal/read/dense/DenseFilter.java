package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.List;

/**
 * Which cells of a dense read are wanted: those that meet a condition, of the ones that some
 * fragment has or of all. Immutable.
 *
 * @param condition what cells have to meet; null for nothing
 * @param columns where the fields of the condition are among those of the query
 * @param leavesOut whether the others don't come; else they come with fill values
 * @param fills what is known of these fields in cells that no fragment has, null for a dimension;
 *     null where such cells are not wanted
 */
public record DenseFilter(
    BoundCondition condition, int[] columns, boolean leavesOut, FieldBounds[] fills) {
  /** The cells that are part of the result. */
  public enum Kept {
    /** All cells come, those that do not meet the condition with fill values. */
    ALL,
    /** With a condition those come that meet it, without one all. */
    MATCHING,
    /** Those come that some fragment has and that meet the condition, if there is one. */
    COVERED,
    /** As MATCHING, and cells that no fragment has are as if they were written with fill values. */
    FILLED
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

  /** Whether it is known that no cell is wanted that no fragment has. */
  boolean leavesOutGaps() {
    return leavesOut
        && (fills == null || (condition != null && condition.outcome(fills) == Coverage.NONE));
  }

  /** How many of the cells that no fragment has of a region are wanted, as far as is known. */
  Coverage outcome(TileRegion region) {
    if (fills == null || condition == null) {
      return fills == null ? Coverage.NONE : Coverage.ALL;
    }
    FieldBounds[] bounds = fills.clone();
    for (int i = 0; i < bounds.length; i++) {
      OutputField field = condition.fields().get(i);
      if (field.isDimension()) {
        bounds[i] = region.bounds(field.dimension());
      }
    }
    return condition.outcome(bounds);
  }

  /** How many of the cells that a fragment has of a region are wanted, as far as is known. */
  Coverage outcome(DenseSource source, TileRegion region) {
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
