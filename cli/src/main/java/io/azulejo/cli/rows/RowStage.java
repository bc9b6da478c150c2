package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import java.io.IOException;

/** Receives rows in batches, and passes its results on to the next stage. */
public interface RowStage {
  /** Receives the rows of a batch. The batch may change after the call. */
  void write(Batch batch) throws IOException;

  /** Ends the rows. */
  void finish() throws IOException;
}
