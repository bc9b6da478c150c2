package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import java.io.IOException;

/**
 * A stage that receives rows in batches and usually writes its results to another stage. Not
 * thread-safe.
 */
public interface RowStage {
  /** Receives the rows of a batch. The caller may reuse the batch after the call. */
  void write(Batch batch) throws IOException;

  /** Completes the input. The stage writes its remaining results, then finishes the next stage. */
  void finish() throws IOException;
}
