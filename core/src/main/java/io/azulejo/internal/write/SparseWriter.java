package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.Batch;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.Arrays;
import java.util.List;

/**
 * Writes cells to a sparse array: checks them at the door, puts them in order, or sees that they
 * are, and cuts them into tiles.
 */
final class SparseWriter implements CellWriter {
  private final BatchCheck check;
  private final CellLayout layout;
  private final FragmentSeries fragments;
  private final SparseCells cells;
  private long rows;

  private SparseWriter(
      BatchCheck check, CellLayout layout, FragmentSeries fragments, SparseCells cells) {
    this.check = check;
    this.layout = layout;
    this.fragments = fragments;
    this.cells = cells;
  }

  /**
   * A writer to a sparse array.
   *
   * @throws InvalidRequestException if the request does not fit it
   */
  static SparseWriter of(WritableArray array, WriteRequest request, long time, WriteScope scope) {
    ArraySchema schema = array.schema().schema();
    Layout order = request.layout().orElse(Layout.UNORDERED);
    if (order != Layout.UNORDERED && order != Layout.GLOBAL_ORDER) {
      throw new InvalidRequestException(
          "a sparse array is written unordered or in global order, not in %s order"
              .formatted(order),
          array.location().toString());
    }
    if (!request.subarray().isAll()) {
      throw new InvalidRequestException(
          "a write to a sparse array has no subarray: its cells say where they are",
          array.location().toString());
    }
    CellLayout layout = new CellLayout(schema);
    DuplicateRule duplicates =
        schema.allowsDuplicates() ? null : new DuplicateRule(request.duplicates());
    FragmentSeries fragments = new FragmentSeries(array, scope, time, request.maxFragmentSize());
    TileStream tiles = new TileStream(fragments, layout);
    SparseCells cells =
        order == Layout.GLOBAL_ORDER
            ? new OrderedCells(layout, duplicates, tiles, scope)
            : new UnorderedCells(array, layout, duplicates, fragments, tiles, scope);
    return new SparseWriter(new BatchCheck(schema), layout, fragments, cells);
  }

  @Override
  public void append(Batch batch) {
    CellColumn[] columns = check.check(batch);
    int dimensions = layout.schema().dimensions().size();
    CellColumn[] coordinates =
        Arrays.copyOfRange(columns, columns.length - dimensions, columns.length);
    CoordinateBounds bounds = layout.coordinates().check(coordinates, batch.rows());
    if (batch.rows() > 0) {
      RowNumbers numbers = new RowNumbers(rows, rows + batch.rows(), true);
      cells.add(new CellPart(columns, coordinates, batch.rows(), bounds, numbers));
      rows += batch.rows();
    }
  }

  @Override
  public List<FragmentName> finish() {
    cells.end();
    cells.close();
    return fragments.complete();
  }

  @Override
  public void close() {
    try {
      cells.close();
    } finally {
      fragments.close();
    }
  }
}
