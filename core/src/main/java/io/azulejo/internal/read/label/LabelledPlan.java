package io.azulejo.internal.read.label;

import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.ReadDescription;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.PlannedRead;
import java.util.List;

/** Reads cells with the coordinates of labelled dimensions, and looks the labels up beside. */
public final class LabelledPlan implements CellPlan {
  private final LabelPlan labels;
  private final List<String> names;
  private final List<String> columns;
  private final CellPlan cells;
  private final ReadScope scope;

  /**
   * A plan over another one.
   *
   * @param names the fields of the answer, in its order
   * @param columns the fields that {@code cells} reads, in its order
   */
  public LabelledPlan(
      LabelPlan labels, List<String> names, List<String> columns, CellPlan cells, ReadScope scope) {
    this.labels = labels;
    this.names = names;
    this.columns = columns;
    this.cells = cells;
    this.scope = scope;
  }

  @Override
  public Batches reader() {
    return labels.labelled(names, columns, cells.reader(), scope);
  }

  @Override
  public PlannedRead describe() {
    return ReadDescription.withLabels(cells.describe(), labels.names());
  }
}
