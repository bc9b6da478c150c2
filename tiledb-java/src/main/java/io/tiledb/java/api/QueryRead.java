package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read that continues with each submit where the previous one has stopped. It keeps the batch
 * that did not fit into the buffers.
 */
final class QueryRead implements AutoCloseable {
  private final List<QueryField> fields;
  private final OffsetFormat format;
  private final BatchReader reader;
  private @Nullable Batch batch;
  private int next;

  /** Starts a read of some fields. */
  QueryRead(Read read, List<QueryField> fields, OffsetFormat format) {
    this.fields = fields;
    this.format = format;
    this.reader =
        read.select(fields.stream().map(QueryField::name).toArray(String[]::new)).batches();
  }

  /** Returns the names of the fields. */
  boolean reads(String field) {
    return fields.stream().anyMatch(read -> read.name().equals(field));
  }

  /**
   * Fills the buffers with the next cells.
   *
   * @return whether these were the last cells
   * @throws TileDBError if a buffer is missing
   */
  boolean fill(QueryBuffers buffers) throws TileDBError {
    List<FieldFill> fills = new ArrayList<>();
    for (QueryField field : fields) {
      fills.add(new FieldFill(field, buffers, format));
    }
    boolean complete = copy(fills);
    fills.forEach(FieldFill::finish);
    return complete;
  }

  private boolean copy(List<FieldFill> fills) {
    while (true) {
      Batch current = batch == null ? advance() : batch;
      if (current == null) {
        return true;
      }
      List<Column> columns = current.columns();
      int count = current.rows() - next;
      for (int i = 0; i < fills.size() && count > 0; i++) {
        count = fills.get(i).room(columns.get(i), next, count);
      }
      if (count <= 0) {
        return false;
      }
      for (int i = 0; i < fills.size(); i++) {
        fills.get(i).copy(columns.get(i), next, count);
      }
      next += count;
      if (next == current.rows()) {
        batch = null;
        reader.recycle(current);
      }
    }
  }

  /** Returns the next batch with cells; null after the last one. */
  private @Nullable Batch advance() {
    next = 0;
    do {
      batch = reader.next();
    } while (batch != null && batch.rows() == 0);
    return batch;
  }

  /** Returns the cost so far. */
  ReadStats stats() {
    return reader.stats();
  }

  @Override
  public void close() {
    batch = null;
    reader.close();
  }
}
