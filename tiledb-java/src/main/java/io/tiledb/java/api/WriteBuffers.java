package io.tiledb.java.api;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Copies the cells in the buffers of the caller to batches of limited size. */
final class WriteBuffers {
  /** Approximate maximum size of a batch in bytes. A batch has at least one cell. */
  private static final long BATCH_BYTES = 32L << 20;

  /** The buffers of one field. */
  private record Source(
      QueryField field,
      QueryBuffer data,
      @Nullable QueryBuffer offsets,
      @Nullable QueryBuffer validity) {}

  private final List<Source> sources = new ArrayList<>();
  private final OffsetFormat format;
  private final long rows;

  /**
   * Takes the buffers of all fields of a write.
   *
   * @throws TileDBError if a buffer is missing, or if the fields have different numbers of cells
   */
  WriteBuffers(List<QueryField> fields, QueryBuffers buffers, OffsetFormat format)
      throws TileDBError {
    this.format = format;
    for (QueryField field : fields) {
      buffers.requireComplete(field);
      sources.add(
          new Source(
              field,
              buffers.data(field.name()),
              field.isVar() ? buffers.offsets(field.name()) : null,
              field.nullable() ? buffers.validity(field.name()) : null));
    }
    this.rows = countRows();
  }

  private long countRows() throws TileDBError {
    long count = -1;
    for (Source source : sources) {
      long cells = cells(source);
      if (count >= 0 && cells != count) {
        throw new TileDBError(
            "\"%s\" has %d cells, but \"%s\" has %d; all fields need the same number"
                .formatted(source.field.name(), cells, sources.get(0).field.name(), count));
      }
      if (source.validity != null && source.validity.used() < cells) {
        throw new TileDBError(
            "\"%s\" has %d cells, but %d validity bytes"
                .formatted(source.field.name(), cells, source.validity.used()));
      }
      count = cells;
    }
    return Math.max(0, count);
  }

  private long cells(Source source) throws TileDBError {
    if (source.offsets != null) {
      return format.cells(source.offsets.used());
    }
    long size = source.field.cellSize();
    if (source.data.used() % size != 0) {
      throw new TileDBError(
          "the buffer of \"%s\" has %d bytes, which are not whole cells of %d bytes"
              .formatted(source.field.name(), source.data.used(), size));
    }
    return source.data.used() / size;
  }

  /** Passes the cells to a consumer, as batches with copies. */
  void forEach(Consumer<Batch> consumer) throws TileDBError {
    for (long row = 0; row < rows; ) {
      Batch batch = batch(row);
      consumer.accept(batch);
      row += batch.rows();
    }
  }

  /**
   * Returns a batch with copies of the cells from an index on, as many as the maximum size of a
   * batch allows.
   */
  private Batch batch(long first) throws TileDBError {
    int count = (int) Math.min(rows - first, BATCH_BYTES);
    while (count > 1 && bytes(first, count) > BATCH_BYTES) {
      count = (count + 1) / 2;
    }
    List<Column> columns = new ArrayList<>();
    for (Source source : sources) {
      columns.add(column(source, first, count));
    }
    return Batch.of(count, columns);
  }

  private long bytes(long first, int count) throws TileDBError {
    long sum = 0;
    for (Source source : sources) {
      sum +=
          source.offsets == null
              ? count * source.field.cellSize()
              : start(source, first + count) - start(source, first);
    }
    return sum;
  }

  /** Returns the byte at which a cell of variable size starts, or at which the last one ends. */
  private long start(Source source, long row) throws TileDBError {
    QueryBuffer offsets = source.offsets;
    if (offsets == null || (row == rows && !format.extra())) {
      return source.data.used();
    }
    long start = format.get(offsets.bytes(), row, source.field.valueSize());
    if (start < 0 || start > source.data.used()) {
      throw new TileDBError(
          "offset %d of \"%s\" is %d; its values have %d bytes"
              .formatted(row, source.field.name(), start, source.data.used()));
    }
    return start;
  }

  private Column column(Source source, long first, int count) throws TileDBError {
    QueryField field = source.field;
    byte[] validity = null;
    if (source.validity != null) {
      validity = new byte[count];
      source.validity.bytes().get((int) first, validity);
    }
    if (source.offsets == null) {
      byte[] data = new byte[Math.toIntExact(count * field.cellSize())];
      source.data.bytes().get(Math.toIntExact(first * field.cellSize()), data);
      return new FixedColumn(
          field.name(), field.type().toEngine(), field.valuesPerCell(), count, data, validity);
    }
    long base = start(source, first);
    int[] starts = new int[count + 1];
    for (int i = 0; i <= count; i++) {
      long start = start(source, first + i) - base;
      if (i > 0 && start < starts[i - 1]) {
        throw new TileDBError(
            "offset %d of \"%s\" is less than the previous one".formatted(first + i, field.name()));
      }
      starts[i] = Math.toIntExact(start);
    }
    byte[] data = new byte[starts[count]];
    source.data.bytes().get((int) base, data);
    return new VarColumn(field.name(), field.type().toEngine(), count, starts, data, validity);
  }
}
