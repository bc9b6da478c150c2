package io.tiledb.java.api;

import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Copies the cells of one field from batches to the buffers of the caller, during one submit. */
final class FieldFill {
  private final QueryField field;
  private final OffsetFormat format;
  private final QueryBuffer data;
  private final @Nullable QueryBuffer offsets;
  private final @Nullable QueryBuffer validity;
  private long cells;
  private long bytes;

  /**
   * Creates a copier that starts at the beginning of the buffers.
   *
   * @throws TileDBError if a buffer is missing
   */
  FieldFill(QueryField field, QueryBuffers buffers, OffsetFormat format) throws TileDBError {
    buffers.requireComplete(field);
    this.field = field;
    this.format = format;
    this.data = buffers.data(field.name());
    this.offsets = field.isVar() ? buffers.offsets(field.name()) : null;
    this.validity = field.nullable() ? buffers.validity(field.name()) : null;
  }

  /**
   * Returns how many cells fit into the buffers.
   *
   * @param first the first row
   * @param most the maximum of the result
   */
  int room(Column column, int first, int most) {
    long room = most;
    if (validity != null) {
      room = Math.min(room, validity.capacity() - cells);
    }
    if (offsets == null) {
      return (int) Math.min(room, (data.capacity() - bytes) / field.cellSize());
    }
    room = Math.min(room, format.cells(offsets.capacity()) - cells);
    return room <= 0 ? 0 : cellsWithin(((VarColumn) column).offsetArray(), first, (int) room);
  }

  /** Returns how many of the cells have values that fit into the data buffer. */
  private int cellsWithin(int[] starts, int first, int most) {
    long end = starts[first] + data.capacity() - bytes;
    if (starts[first + most] <= end) {
      return most;
    }
    int low = 0;
    int high = most;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[first + middle] <= end) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Copies cells, for which there must be room. */
  void copy(Column column, int first, int count) {
    int start = column.start(first);
    int size = column.end(first + count - 1) - start;
    data.bytes().put((int) bytes, column.array(), start, size);
    if (offsets != null) {
      copyOffsets((VarColumn) column, offsets.bytes(), first, count, start);
    }
    if (validity != null) {
      copyValidity(column, validity.bytes(), first, count);
    }
    bytes += size;
    cells += count;
  }

  private void copyOffsets(VarColumn column, ByteBuffer target, int first, int count, int start) {
    format.put(target, cells, column.offsetArray(), first, count, bytes - start, field.valueSize());
  }

  private void copyValidity(Column column, ByteBuffer target, int first, int count) {
    byte[] source = column.validityArray().orElse(null);
    if (source != null) {
      target.put((int) cells, source, first, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.put((int) cells + i, (byte) 1);
    }
  }

  /** Writes the extra offset if there is one, and sets the used sizes of the buffers. */
  void finish() {
    data.result(bytes, bytes);
    if (offsets != null) {
      if (format.extra() && cells > 0) {
        int[] end = {0};
        format.put(offsets.bytes(), cells, end, 0, 1, bytes, field.valueSize());
      }
      long size = format.bytes(cells);
      offsets.result(size, size);
    }
    if (validity != null) {
      // Programs read as many validity bytes as there are values.
      long limit = offsets == null ? cells : Math.max(cells, bytes / field.valueSize());
      validity.result(cells, limit);
    }
  }
}
