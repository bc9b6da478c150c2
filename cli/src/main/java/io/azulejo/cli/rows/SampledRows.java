package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Passes a random part of the rows on, in the order in which they come: so many of them, each as
 * likely as any other, or each with the same probability. The same rows give the same part for a
 * seed.
 */
public final class SampledRows implements RowStage {
  private static final int SPARE = 8192;

  private final RowStage next;
  private final KeptRows kept;
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
        new KeptRows(
            keys,
            mostBytes,
            "ask for a smaller --sample, for fewer --fields, or for a part of all (1%)");
  }

  /** So many of the rows; all where there are fewer. */
  public static RowStage of(int rows, long seed, long mostBytes, RowStage next) {
    return new SampledRows(rows, 0, seed, mostBytes, next);
  }

  /** Each row with a probability. */
  public static RowStage each(double probability, long seed, RowStage next) {
    return new SampledRows(-1, probability, seed, Long.MAX_VALUE, next);
  }

  @Override
  public void write(Batch batch) throws IOException {
    Column[] columns = KeptRows.columns(batch);
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
