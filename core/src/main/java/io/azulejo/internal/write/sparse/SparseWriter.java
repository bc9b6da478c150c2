package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.CellSink;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.List;
import java.util.Optional;

/**
 * Writes cells to a sparse array. It checks their coordinates, sorts them or checks their order,
 * and cuts them into tiles.
 */
public final class SparseWriter implements CellSink {
  private final CellLayout layout;
  private final CoordinateCheck check;
  private final SparseFragmentSeries fragments;
  private final SparseCells cells;
  private long rows;

  private SparseWriter(CellLayout layout, SparseFragmentSeries fragments, SparseCells cells) {
    this.layout = layout;
    this.check = new CoordinateCheck(layout.schema(), Optional.empty());
    this.fragments = fragments;
    this.cells = cells;
  }

  /**
   * Creates a writer to a sparse array.
   *
   * @param time timestamp of the cells in milliseconds since 1970
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static SparseWriter of(
      WritableArray array, WriteRequest request, long time, Resources resources) {
    ArraySchema schema = array.schema().schema();
    Layout order = request.layout().orElse(Layout.UNORDERED);
    if (order != Layout.UNORDERED && order != Layout.GLOBAL_ORDER) {
      throw new InvalidRequestException(
          "cells of a sparse array are written unordered or in global order, not in %s order"
              .formatted(order),
          array.location().toString());
    }
    if (!request.subarray().isAll()) {
      throw new InvalidRequestException(
          "a write to a sparse array cannot have a subarray; its cells have coordinates",
          array.location().toString());
    }
    CellLayout layout = new CellLayout(schema);
    DuplicateResolution duplicates =
        schema.allowsDuplicates() ? null : new DuplicateResolution(request.duplicates());
    SparseFragmentSeries fragments =
        new SparseFragmentSeries(
            array,
            FragmentLayout.of(array),
            new TimeRange(time, time),
            request.maxFragmentSize(),
            List.of(),
            resources);
    TileCutter tiles = new TileCutter(fragments, layout);
    SparseCells cells =
        order == Layout.GLOBAL_ORDER
            ? new OrderedCells(layout, duplicates, tiles, resources)
            : new UnorderedCells(array, layout, duplicates, tiles, resources);
    return new SparseWriter(layout, fragments, cells);
  }

  @Override
  public void append(CellColumn[] columns, int count) {
    CellPart part = layout.part(columns, count, new CellPart.RowNumbers(rows, rows + count, true));
    check.check(part);
    if (count > 0) {
      cells.add(part);
      rows += count;
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
