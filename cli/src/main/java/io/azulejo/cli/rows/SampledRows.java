package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Passes on a random sample of rows in their order: a fixed number of rows with equal probability,
 * or each row with the same probability. The same rows and seed give the same sample.
 */
public final class SampledRows implements RowStage {
  private static final int SPARE = 8192;

  private final RowStage next;
  private final BufferedRows kept;
  private final SortKey sequence = SortKey.sequence();
  private final int most;
  private final double probability;
  private final SplittableRandom random;

  private SampledRows(int most, double probability, long seed, long mostBytes, RowStage next) {
    this.next = next;
    this.most = most;
    this.probability = probability;
    this.random = new SplittableRandom(seed);
    List<SortKey> keys = most < 0 ? List.of() : List.of(SortKey.random(seed), sequence);
    this.kept =
        new BufferedRows(
            keys,
            mostBytes,
            "use a smaller --sample, fewer --fields, or a percentage (--sample 1%)");
  }

  /** Returns a stage that samples a number of rows; all rows if there are fewer. */
  public static RowStage of(int rows, long seed, long mostBytes, RowStage next) {
    return new SampledRows(rows, 0, seed, mostBytes, next);
  }

  /** Returns a stage that samples each row with a probability. */
  public static RowStage withProbability(double probability, long seed, RowStage next) {
    return new SampledRows(-1, probability, seed, Long.MAX_VALUE, next);
  }

  @Override
  public void write(Batch batch) throws IOException {
    Column[] columns = BufferedRows.columns(batch);
    for (int row = 0; row < batch.rows(); row++) {
      if (most >= 0) {
        kept.add(columns, row);
        if (kept.count() >= (long) most + Math.max(SPARE, most)) {
          kept.keepFirst(most);
        }
      } else if (random.nextDouble() < probability) {
        kept.add(columns, row);
      }
    }
    if (most < 0) {
      kept.drainTo(next, List.of());
    } else {
      kept.checkBytes();
    }
  }

  @Override
  public void finish() throws IOException {
    if (most >= 0) {
      kept.keepFirst(most);
      kept.drainTo(next, List.of(sequence));
    }
    next.finish();
  }
}
