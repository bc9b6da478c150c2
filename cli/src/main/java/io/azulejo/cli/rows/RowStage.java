package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import java.io.IOException;

/**
 * Takes rows, batch after batch; what does something with them passes others on to the next one.
 */
public interface RowStage {
  /** Takes the rows of a batch, which may change after the call. */
  void write(Batch batch) throws IOException;

  /** No rows come any more. */
  void finish() throws IOException;
}
