package io.azulejo.cli.rows;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A stage that passes on a random sample of rows in input order. The sample has either a fixed
 * number of rows, all with equal probability, or includes each row with the same probability. The
 * same rows and seed give the same sample.
 */
public final class SampledRows implements RowStage {
  /** Minimum number of rows to buffer beyond the sample size before the buffer is truncated. */
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

  /**
   * Creates a stage that passes on a fixed number of rows, or all rows if there are fewer.
   *
   * @param rows the number of rows to pass on
   * @param seed the seed of the random numbers
   * @param mostBytes the memory limit for buffered rows in bytes; {@code write} throws {@link
   *     io.azulejo.error.InvalidRequestException} if it is exceeded
   * @param next the next stage
   */
  public static RowStage of(int rows, long seed, long mostBytes, RowStage next) {
    return new SampledRows(rows, 0, seed, mostBytes, next);
  }

  /**
   * Creates a stage that passes on each row with the same probability.
   *
   * @param probability the probability, from 0 to 1
   * @param seed the seed of the random numbers
   * @param next the next stage
   */
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
