package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadStats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A read that continues with each submit where the previous one has stopped. */
final class QueryRead implements AutoCloseable {
  private final List<QueryField> fields;
  private final OffsetFormat format;
  private final BatchReader reader;

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
   * Fills the buffers with the next cells, as many as fit.
   *
   * @return whether these were the last cells
   * @throws TileDBError if a buffer is missing
   */
  boolean fill(QueryBuffers buffers) throws TileDBError {
    List<FieldFill> fills = new ArrayList<>();
    Map<String, Long> bytes = new HashMap<>();
    long cells = Long.MAX_VALUE;
    for (QueryField field : fields) {
      FieldFill fill = new FieldFill(field, buffers, format);
      fills.add(fill);
      bytes.put(field.name(), fill.maxBytes());
      cells = Math.min(cells, fill.maxCells());
    }
    BatchReader.Page page =
        reader.nextPage(
            BatchReader.PageLimits.of(cells, bytes),
            (batch, first, count) -> {
              for (int i = 0; i < fills.size(); i++) {
                fills.get(i).copy(batch.columns().get(i), first, count);
              }
            });
    fills.forEach(FieldFill::finish);
    return !page.hasMore();
  }

  /** Returns the cost so far. */
  ReadStats stats() {
    return reader.stats();
  }

  @Override
  public void close() {
    reader.close();
  }
}
