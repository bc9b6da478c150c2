package io.azulejo;

import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadStats;
import org.jspecify.annotations.Nullable;

/**
 * A reader at the API boundary. It translates cancellations into public exceptions; see {@link
 * Cancellation}.
 */
final class EngineReader implements BatchReader {
  private final BatchReader reader;

  EngineReader(BatchReader reader) {
    this.reader = reader;
  }

  @Override
  public @Nullable Batch next() {
    return Cancellation.translate(reader::next);
  }

  @Override
  public Page nextPage(PageLimits limits, PartConsumer consumer) {
    return Cancellation.translate(() -> reader.nextPage(limits, consumer));
  }

  @Override
  public void recycle(Batch batch) {
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
