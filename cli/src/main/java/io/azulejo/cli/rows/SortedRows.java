package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.output.RowField;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A stage that sorts rows and passes on all of them, or the first N. Rows are buffered up to a
 * memory limit. To pass on the first N, it buffers at most N plus max(N, 8192) rows.
 */
public final class SortedRows implements RowStage {
  /** Minimum number of rows to buffer beyond N before the buffer is sorted and truncated. */
  private static final int SPARE = 8192;

  private final RowStage next;
  private final List<SortKey> keys;
  private final BufferedRows kept;
  private final int most;

  /**
   * Creates a stage.
   *
   * @param fields the fields of the input columns
   * @param order the sort order, whose keys must be among the fields
   * @param most the maximum number of rows to pass on
   * @param mostBytes the memory limit for buffered rows in bytes; {@code write} throws {@link
   *     InvalidRequestException} if it is exceeded
   * @param next the next stage
   * @throws InvalidRequestException if cells of a key field cannot be sorted
   */
  public SortedRows(
      List<RowField> fields, RowOrder order, long most, long mostBytes, RowStage next) {
    this.next = next;
    this.most = (int) Math.min(most, Integer.MAX_VALUE - SPARE);
    this.keys =
        order.keys().stream()
            .map(
                key -> {
                  int column =
                      IntStream.range(0, fields.size())
                          .filter(i -> fields.get(i).name().equals(key.field()))
                          .findFirst()
                          .orElseThrow();
                  return SortKey.of(fields.get(column), column, key.descending());
                })
            .toList();
    this.kept =
        new BufferedRows(
            keys,
            mostBytes,
            "use --top N, --range, --where or fewer --fields, or increase the memory"
                + " (AZULEJO_OPTS=-Xmx8g)");
  }

  @Override
  public void write(Batch batch) {
    Column[] columns = BufferedRows.columns(batch);
    for (int row = 0; row < batch.rows(); row++) {
      kept.add(columns, row);
      if (kept.count() >= (long) most + Math.max(SPARE, most)) {
        kept.keepFirst(most);
      }
    }
    kept.checkBytes();
  }

  @Override
  public void finish() throws IOException {
    kept.keepFirst(most);
    kept.drainTo(next, keys);
    next.finish();
  }
}
