package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.sparse.SparseMergeWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Writes deleted cells (tombstones) that hide older cells at the same coordinates. In an array
 * without duplicates, only the newest cell at any coordinates is visible. If that cell is deleted,
 * older cells do not reappear. Tombstones can therefore delete exactly the cells that match a
 * condition.
 */
final class Tombstones {
  /** Inverse of the largest share of the memory budget that a batch of coordinates can use. */
  private static final int BATCH_SHARE = 8;

  private final WritableArray array;
  private final ArraySchema schema;
  private final long time;

  private Tombstones(WritableArray array, long time) {
    this.array = array;
    this.schema = array.schema().schema();
    this.time = time;
  }

  /**
   * Writes a tombstone for each cell of a snapshot that matches a condition. Uses memory for one
   * batch of coordinates and one tile, independent of the number of cells.
   *
   * @param snapshot a snapshot of the array at the time of the deletion
   * @param time the timestamp of the deletion (milliseconds since 1970)
   * @param marker the commit file name of the deletion, to which the tombstones refer
   * @param sameTime the fragments with exactly the timestamp of the deletion; the tombstones must
   *     hide their cells too
   * @return the names of complete, uncommitted fragments; empty if no cell matches
   */
  static List<FragmentName> write(
      WritableArray array,
      Snapshot snapshot,
      Condition condition,
      long time,
      String marker,
      Collection<FragmentName> sameTime,
      Resources resources) {
    Tombstones cells = new Tombstones(array, time);
    ReadRequest request =
        ReadRequest.ALL
            .select(cells.schema.dimensions().stream().map(Dimension::name).toList())
            .where(condition)
            .layout(Layout.GLOBAL_ORDER);
    try (BatchReader in =
            ReadPlanner.read(
                snapshot,
                request,
                new ReadScope(array.storage(), resources, resources.batchBytes(BATCH_SHARE)));
        SparseMergeWriter out =
            new SparseMergeWriter(
                array,
                TimeRange.between(time, time),
                true,
                Optional.of(List.of(marker)),
                Long.MAX_VALUE,
                sameTime,
                resources.withProgress(Progress.NONE))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        int rows = batch.rows();
        int[] rowOf = new int[rows];
        for (int row = 0; row < rows; row++) {
          rowOf[row] = row;
        }
        out.add(Collections.singletonList(cells.columns(batch)), new int[rows], rowOf, rows);
      }
      return out.complete();
    }
  }

  /**
   * Returns the columns of the tombstones: blank attributes, coordinates, timestamps, deletion
   * timestamps and condition indexes.
   */
  private CellColumn[] columns(Batch batch) {
    List<CellColumn> columns = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      columns.add(blank(attribute, batch.rows()));
    }
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Column column = batch.column(d);
      columns.add(
          column instanceof VarColumn var
              ? new CellColumn(var.array(), 0, var.offsetArray(), null)
              : CellColumn.fixed(column.array(), null));
    }
    columns.add(CellColumn.same(time));
    columns.add(CellColumn.same(time));
    columns.add(CellColumn.same(0));
    return columns.toArray(CellColumn[]::new);
  }

  /** Returns zeros or nulls, which every filter accepts and which compress well. */
  private static CellColumn blank(Attribute attribute, int rows) {
    byte[] validity = attribute.nullable() ? new byte[rows] : null;
    return attribute.isVar()
        ? new CellColumn(new byte[0], 0, new int[rows + 1], validity)
        : CellColumn.fixed(new byte[Math.multiplyExact(rows, attribute.cellSize())], validity);
  }
}
