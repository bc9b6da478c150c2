package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * What a read needs of a sparse fragment.
 *
 * @param dimensions the dimensions of the array
 * @param coordinates of which of them coordinates may be needed
 * @param columns the columns of the query
 * @param outputs how many of them, the first ones, the answer has; the others are for conditions
 * @param conditions what cells have to meet
 * @param ordered whether the cells are put in order
 * @param times whether the times of cells are needed, where the fragment has them
 * @param boxes whether the boxes of tiles are needed
 * @param merging whether what is known of cells' deletions is needed as well
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

  /** Whether a column is needed that is an attribute. */
  boolean needsAttribute(int column) {
    OutputField field = columns.get(column);
    return !field.isDimension()
        && !field.isTimestamps()
        && (column < outputs || conditions.stream().anyMatch(c -> c.looksAt(column)));
  }
}
