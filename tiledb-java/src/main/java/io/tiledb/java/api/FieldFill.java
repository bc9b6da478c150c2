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

  /** Returns the maximum size of the values, in bytes. */
  long maxBytes() {
    return data.capacity();
  }

  /** Returns the number of cells for which the buffers of offsets and validity have room. */
  long maxCells() {
    return Math.min(
        offsets == null ? Long.MAX_VALUE : format.cells(offsets.capacity()),
        validity == null ? Long.MAX_VALUE : validity.capacity());
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
