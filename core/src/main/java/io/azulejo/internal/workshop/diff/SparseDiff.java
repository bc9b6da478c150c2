package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.GlobalOrders;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the cells of two sparse arrays. Reads both arrays in global order if it is the same for
 * both, and otherwise in row-major order. Cells at the same coordinates are compared in pairs, or
 * as multisets if an array allows duplicates.
 */
final class SparseDiff {
  private final CellDiff diff;
  private final CellLog log;
  private final ArraySchema schema;
  private final int dimensions;
  private final boolean duplicates;

  SparseDiff(CellDiff diff, CellLog log) {
    this.diff = diff;
    this.log = log;
    this.schema = diff.first().schema().schema();
    this.dimensions = schema.dimensions().size();
    this.duplicates =
        schema.allowsDuplicates() || diff.second().schema().schema().allowsDuplicates();
  }

  void run() {
    Layout order =
        GlobalOrders.areSame(schema, diff.second().schema().schema())
            ? Layout.GLOBAL_ORDER
            : Layout.ROW_MAJOR;
    CellKeys keys = new CellKeys(schema, order);
    List<String> fields = new ArrayList<>();
    schema.dimensions().forEach(d -> fields.add(d.name()));
    fields.addAll(diff.attributes());
    ReadRequest request = ReadRequest.ALL.layout(order).select(fields);
    long total = diff.first().fragments().stream().mapToLong(Fragment::writtenCells).sum();
    try (CellCursor a = diff.read(diff.first(), request, dimensions);
        CellCursor b = diff.read(diff.second(), request, dimensions)) {
      while (a.hasNext() && b.hasNext()) {
        step(keys, a, b);
        diff.advanced(log, Math.max(total, log.comparedInFirst()));
      }
      rest(true, a);
      rest(false, b);
    }
  }

  private void step(CellKeys keys, CellCursor a, CellCursor b) {
    int limit = Math.min(a.left(), b.left());
    int pairs = limit;
    for (int d = 0; d < dimensions; d++) {
      pairs = mismatch(a, b, d, pairs);
    }
    boolean sameCoordinates = pairs == limit;
    if (duplicates) {
      int withCoordinates = pairs;
      for (int i = 0; i < diff.attributes().size(); i++) {
        pairs = mismatch(a, b, dimensions + i, pairs);
      }
      sameCoordinates |= pairs < withCoordinates;
    }
    if (pairs > 0) {
      log.compare(rows(a), rows(b), pairs);
      a.advance(pairs);
      b.advance(pairs);
    }
    if (pairs == limit) {
      return;
    }
    if (sameCoordinates) {
      new CellGroups(keys, a, b, dimensions, diff.resources().budget(), log).compare();
      return;
    }
    boolean inFirst = keys.compare(a.cells(), a.row(), b.cells(), b.row()) < 0;
    CellCursor behind = inFirst ? a : b;
    log.addOnly(inFirst, rows(behind));
    behind.advance(1);
  }

  private CellLog.Rows rows(CellCursor cursor) {
    return CellLog.Rows.withCoordinates(cursor.batch(), cursor.row(), dimensions);
  }

  private static int mismatch(CellCursor a, CellCursor b, int column, int count) {
    return ValueComparison.mismatch(
        a.batch().column(column), a.row(), b.batch().column(column), b.row(), count);
  }

  private void rest(boolean ofFirst, CellCursor cursor) {
    for (; cursor.hasNext(); cursor.advance(1)) {
      log.addOnly(ofFirst, rows(cursor));
    }
  }
}
