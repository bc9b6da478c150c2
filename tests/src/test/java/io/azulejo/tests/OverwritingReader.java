package io.azulejo.tests;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import io.azulejo.query.VarColumn;
import java.util.Arrays;

/**
 * Hands on the batches of another reader, and overwrites those that are given back, so that a later
 * read is wrong that counts on what was in an array, or still uses it.
 */
record OverwritingReader(BatchReader reader) implements BatchReader {
  @Override
  public Batch next() {
    return reader.next();
  }

  @Override
  public Page nextPage(PageLimits limits, PartConsumer consumer) {
    return reader.nextPage(limits, consumer);
  }

  @Override
  public void recycle(Batch batch) {
    for (Column column : batch.columns()) {
      Arrays.fill(column.array(), (byte) 0xa5);
      column.validityArray().ifPresent(validity -> Arrays.fill(validity, (byte) 0xa5));
      if (column instanceof VarColumn cells) {
        Arrays.fill(cells.offsetArray(), 0xa5a5a5a5);
      }
    }
    reader.recycle(batch);
  }

  @Override
  public ReadStats stats() {
    return reader.stats();
  }

  @Override
  public void close() {
    reader.close();
  }
}
