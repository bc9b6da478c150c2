package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * Describes which parts of a sparse fragment a read needs.
 *
 * @param dimensions the dimensions of the array
 * @param coordinates whether the read may need the coordinates of each dimension
 * @param columns the columns of the query
 * @param outputs the number of columns in the result; the columns after them are for conditions
 * @param conditions the conditions that cells must meet
 * @param ordered whether cells are sorted
 * @param times whether the read needs cell times, if the fragment has them
 * @param boxes whether the read needs the bounding boxes of tiles
 * @param merging whether the read also needs the conditions of deletions
 */
public record SparseNeeds(
    List<Dimension> dimensions,
    boolean[] coordinates,
    List<OutputField> columns,
    int outputs,
    List<FragmentCondition> conditions,
    boolean ordered,
    boolean times,
    boolean boxes,
    boolean merging) {

  /** Returns whether a column is an attribute that the read needs. */
  boolean needsAttribute(int column) {
    OutputField field = columns.get(column);
    return !field.isDimension()
        && !field.isTimestamps()
        && (column < outputs || conditions.stream().anyMatch(c -> c.looksAt(column)));
  }
}
