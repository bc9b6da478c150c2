package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.output.RowField;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sorts rows and passes on all of them or the first ones. Rows are buffered in bounded memory. For
 * the first N rows, the buffer holds at most N plus max(N, 8192) rows.
 */
public final class SortedRows implements RowStage {
  /**
   * Minimum number of rows to buffer beyond the limit before the buffer is sorted and truncated.
   */
  private static final int SPARE = 8192;

  private final RowStage next;
  private final List<SortKey> keys;
  private final BufferedRows kept;
  private final int most;

  /**
   * Creates a stage.
   *
   * @param fields the columns of the input rows
   * @param most the maximum number of rows to pass on
   * @param mostBytes the limit of buffered rows in bytes
   * @throws InvalidRequestException if a key has no order
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
