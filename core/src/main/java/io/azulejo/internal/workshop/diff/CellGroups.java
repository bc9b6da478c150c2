package io.azulejo.internal.workshop.diff;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares the cells of two arrays that share the coordinates of the current cell. If each array
 * has exactly one such cell, compares their values. Otherwise, compares the cells as multisets:
 * equal cells cancel out, and each remaining cell is reported as missing in the other array.
 */
final class CellGroups {
  private static final long BYTES_OF_ENTRY = 200;
  private static final long MIN_MEMORY = 1L << 16;

  private final CellKeys keys;
  private final CellCursor a;
  private final CellCursor b;
  private final int dimensions;
  private final long maxBytes;
  private final CellLog log;
  private final Map<ByteBuffer, Entry> cells = new LinkedHashMap<>();
  private long bytes;

  /** A cell, and how many more times it occurs in the first array than in the second (signed). */
  private static final class Entry {
    final Batch cell;
    long surplus;

    Entry(Batch cell) {
      this.cell = cell;
    }
  }

  CellGroups(
      CellKeys keys, CellCursor a, CellCursor b, int dimensions, MemoryBudget budget, CellLog log) {
    this.keys = keys;
    this.a = a;
    this.b = b;
    this.dimensions = dimensions;
    this.maxBytes = Math.max(MIN_MEMORY, budget.capacity() / 4);
    this.log = log;
  }

  void compare() {
    Batch first = CellLog.copy(a.batch(), a.row());
    Batch second = CellLog.copy(b.batch(), b.row());
    BatchCells place = new BatchCells(first, dimensions);
    long ofFirst = gather(place, a, 1);
    long ofSecond = gather(place, b, -1);
    if (ofFirst == 1 && ofSecond == 1) {
      log.compare(rows(first), rows(second), 1);
      return;
    }
    long surplus = 0;
    for (Entry entry : cells.values()) {
      for (long i = Math.abs(entry.surplus); i > 0; i--) {
        log.addOnly(entry.surplus > 0, rows(entry.cell));
      }
      surplus += Math.max(0, entry.surplus);
    }
    log.addSame(ofFirst - surplus);
  }

  private CellLog.Rows rows(Batch cell) {
    return CellLog.Rows.withCoordinates(cell, 0, dimensions);
  }

  private long gather(BatchCells place, CellCursor cursor, int sign) {
    long count = 0;
    while (cursor.hasNext()
        && keys.compareCoordinates(place, 0, cursor.cells(), cursor.row()) == 0) {
      Batch cell = CellLog.copy(cursor.batch(), cursor.row());
      byte[] key = key(cell);
      Entry entry = cells.computeIfAbsent(ByteBuffer.wrap(key), k -> add(cell, key.length));
      entry.surplus += sign;
      count++;
      cursor.advance(1);
    }
    return count;
  }

  private Entry add(Batch cell, int keyBytes) {
    bytes += BYTES_OF_ENTRY + keyBytes + cell.bytes();
    if (bytes > maxBytes) {
      throw new InvalidRequestException(
          "more than %d different cells share their coordinates and do not fit into the memory budget of %d bytes; use a larger budget, or a larger heap (-Xmx)"
              .formatted(cells.size(), maxBytes));
    }
    return new Entry(cell);
  }

  /** Encodes the attribute values of a cell as a key. Equal cells have equal keys. */
  private byte[] key(Batch cell) {
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    for (int i = dimensions; i < cell.columns().size(); i++) {
      Column column = cell.column(i);
      int length = column.isNull(0) ? -1 : column.end(0) - column.start(0);
      key.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
      if (length > 0) {
        key.write(column.array(), column.start(0), length);
      }
    }
    return key.toByteArray();
  }
}
