package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.List;

/** A stage that skips the first rows and passes on the following rows up to a limit. */
public final class SlicedRows implements RowStage {
  private final RowStage next;
  private final BufferedRows kept = new BufferedRows(List.of(), Long.MAX_VALUE, "");
  private long toSkip;
  private long left;

  /**
   * Creates a stage.
   *
   * @param offset the number of rows to skip
   * @param limit the maximum number of rows to pass on
   * @param next the next stage
   */
  public SlicedRows(long offset, long limit, RowStage next) {
    this.next = next;
    this.toSkip = offset;
    this.left = limit;
  }

  @Override
  public void write(Batch batch) throws IOException {
    int from = (int) Math.min(toSkip, batch.rows());
    int to = (int) Math.min(batch.rows(), from + Math.min(left, Integer.MAX_VALUE));
    toSkip -= from;
    left -= to - from;
    if (from == 0 && to == batch.rows()) {
      next.write(batch);
      return;
    }
    Column[] columns = BufferedRows.columns(batch);
    for (int row = from; row < to; row++) {
      kept.add(columns, row);
    }
    kept.drainTo(next, List.of());
  }

  @Override
  public void finish() throws IOException {
    next.finish();
  }
}
