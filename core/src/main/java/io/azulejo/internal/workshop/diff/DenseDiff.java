package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.DenseRegions;
import io.azulejo.internal.maintain.DenseSlabs;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the cells of two dense arrays. Compares only cells that were written in at least one of
 * the arrays. Reads box by box along the tiles of the first array, in row-major order.
 */
final class DenseDiff {
  /** Approximate number of cells in a box. A box has at least one tile. */
  private static final long CELLS_PER_BOX = 1 << 20;

  private final CellDiff diff;
  private final CellLog log;
  private final ArraySchema schema;

  DenseDiff(CellDiff diff, CellLog log) {
    this.diff = diff;
    this.log = log;
    this.schema = diff.first().schema().schema();
  }

  void run() {
    DenseRegions ofFirst = regions(diff.first());
    DenseRegions ofSecond = regions(diff.second());
    DenseRegions firstInSecond = ofFirst.within(domain(diff.second()));
    DenseRegions secondInFirst = ofSecond.within(domain(diff.first()));
    log.addOnly(true, ofFirst.cells() - firstInSecond.cells());
    log.addOnly(false, ofSecond.cells() - secondInFirst.cells());
    DenseRegions compared =
        firstInSecond
            .within(domain(diff.first()))
            .with(secondInFirst.within(domain(diff.second())));
    long total = compared.cells() + log.comparedInFirst();
    for (NDRange region : compared.ranges()) {
      DenseSlabs slabs = DenseSlabs.of(schema, region, CELLS_PER_BOX);
      for (NDRange box = slabs.next(); box != null; box = slabs.next()) {
        compare(box, total);
      }
    }
  }

  private static DenseRegions regions(Snapshot array) {
    return DenseRegions.of(array.schema().schema(), array.fragments());
  }

  /** Returns the box of readable cells: the current domain if present, otherwise the domain. */
  private static NDRange domain(Snapshot array) {
    ArraySchema schema = array.schema().schema();
    return schema
        .currentDomain()
        .orElseGet(
            () ->
                new NDRange(
                    schema.dimensions().stream().map(d -> d.domain().orElseThrow()).toList()));
  }

  private void compare(NDRange box, long total) {
    Subarray part = Subarray.of(schema.dimensions(), box);
    ReadRequest request = ReadRequest.ALL.subarray(part).select(diff.attributes());
    long done = 0;
    try (CellCursor a = diff.read(diff.first(), request, 0);
        CellCursor b = diff.read(diff.second(), request, 0)) {
      while (a.hasNext() && b.hasNext()) {
        int count = Math.min(a.left(), b.left());
        log.compare(rows(a, box, done), rows(b, box, done), count);
        done += count;
        a.advance(count);
        b.advance(count);
        diff.advanced(log, total);
      }
    }
  }

  /**
   * Returns the cells that start at a cursor.
   *
   * @param position the row-major position of the first of these cells in the box
   */
  private CellLog.Rows rows(CellCursor cursor, NDRange box, long position) {
    int first = cursor.row();
    return new CellLog.Rows(
        cursor.batch(), first, 0, (batch, row) -> placed(box, position + row - first, batch, row));
  }

  /**
   * Copies a row to a new batch that begins with the coordinates of the cell.
   *
   * @param number the row-major position of the cell in the box
   */
  private Batch placed(NDRange box, long number, Batch batch, int row) {
    int dimensions = box.size();
    Column[] coordinates = new Column[dimensions];
    long rest = number;
    for (int d = dimensions - 1; d >= 0; d--) {
      Dimension dimension = schema.dimensions().get(d);
      Range.Longs range = (Range.Longs) box.get(d);
      long length = range.high() - range.low() + 1;
      long at = rest % length;
      rest /= length;
      Datatype type = dimension.type();
      byte[] value = new byte[type.size()];
      CoordinateKeys.encode(type, CoordinateKeys.ofInteger(type, range.low() + at), value);
      coordinates[d] = new FixedColumn(dimension.name(), type, 1, 1, value, null);
    }
    List<Column> columns = new ArrayList<>(List.of(coordinates));
    columns.addAll(CellLog.copy(batch, row).columns());
    return Batch.of(1, columns);
  }
}
