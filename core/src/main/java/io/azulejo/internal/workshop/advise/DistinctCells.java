package io.azulejo.internal.workshop.advise;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A filter that removes cells which an earlier read has already returned. It is used for successive
 * reads of overlapping boxes. Coordinates identify a cell, but all cells at the same coordinates
 * are kept if a single read returns them.
 */
final class DistinctCells {
  private final int dimensions;
  private final Set<ByteBuffer> earlier = new HashSet<>();
  private final Set<ByteBuffer> current = new HashSet<>();

  /**
   * Creates a filter that has not seen any cell.
   *
   * @param dimensions the number of leading coordinate columns in each batch
   */
  DistinctCells(int dimensions) {
    this.dimensions = dimensions;
  }

  /**
   * Returns the cells of a batch that no earlier read has returned.
   *
   * @param max the maximum number of cells to return
   */
  Batch added(Batch batch, long max) {
    int[] rows = new int[batch.rows()];
    int count = 0;
    for (int row = 0; row < rows.length && count < max; row++) {
      ByteBuffer coordinates = coordinates(batch, row);
      if (!earlier.contains(coordinates)) {
        current.add(coordinates);
        rows[count++] = row;
      }
    }
    return count == rows.length ? batch : rows(batch, rows, count);
  }

  /** Ends the current read. The filter removes its cells from later reads. */
  void endRead() {
    earlier.addAll(current);
    current.clear();
  }

  /** Returns a key for the coordinates of a cell: each value, preceded by its length in bytes. */
  private ByteBuffer coordinates(Batch batch, int row) {
    int size = 0;
    for (int d = 0; d < dimensions; d++) {
      Column column = batch.column(d);
      size += column.end(row) - column.start(row) + Integer.BYTES;
    }
    ByteBuffer key = ByteBuffer.allocate(size);
    for (int d = 0; d < dimensions; d++) {
      Column column = batch.column(d);
      int length = column.end(row) - column.start(row);
      key.putInt(length).put(column.array(), column.start(row), length);
    }
    return key.flip();
  }

  private static Batch rows(Batch batch, int[] rows, int count) {
    List<Column> columns = new ArrayList<>();
    for (Column column : batch.columns()) {
      columns.add(rows(column, rows, count));
    }
    return Batch.of(count, columns);
  }

  private static Column rows(Column column, int[] rows, int count) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[count + 1];
    Optional<byte[]> all = column.validityArray();
    byte[] validity = all.isPresent() ? new byte[count] : null;
    for (int i = 0; i < count; i++) {
      int start = column.start(rows[i]);
      data.write(column.array(), start, column.end(rows[i]) - start);
      offsets[i + 1] = data.size();
      if (validity != null) {
        validity[i] = all.orElseThrow()[rows[i]];
      }
    }
    return column instanceof FixedColumn fixed
        ? new FixedColumn(
            column.name(),
            column.type(),
            fixed.valuesPerCell(),
            count,
            data.toByteArray(),
            validity)
        : new VarColumn(column.name(), column.type(), count, offsets, data.toByteArray(), validity);
  }
}
