package io.azulejo.internal.read.label;

import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.ReadDescription;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.PlannedRead;
import java.util.List;

/**
 * Plans a read of cells with labels. Another plan reads the cells with their coordinates, and the
 * labels are looked up by these coordinates.
 */
public final class LabeledPlan implements CellPlan {
  private final LabelPlan labels;
  private final List<String> names;
  private final List<String> columns;
  private final CellPlan cells;
  private final ReadScope scope;

  /**
   * Creates a plan.
   *
   * @param names the fields of the result, in order
   * @param columns the fields that {@code cells} returns, in order
   * @param cells the plan that reads the cells
   */
  public LabeledPlan(
      LabelPlan labels, List<String> names, List<String> columns, CellPlan cells, ReadScope scope) {
    this.labels = labels;
    this.names = names;
    this.columns = columns;
    this.cells = cells;
    this.scope = scope;
  }

  @Override
  public Batches reader() {
    return labels.labeled(names, columns, cells.reader(), scope);
  }

  @Override
  public PlannedRead describe() {
    return ReadDescription.withLabels(cells.describe(), labels.names());
  }
}
