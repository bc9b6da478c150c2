package io.azulejo.internal.read.tile;

import io.azulejo.query.Batch;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadStats.Cost;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the costs of one read, or of all reads of an engine; see {@link ReadStats}. Thread-safe.
 */
public final class ReadCounters {
  private final LongAdder[] sums = new LongAdder[Cost.values().length];
  private final @Nullable ReadCounters total;

  /** Creates independent counters. */
  public ReadCounters() {
    this(null);
  }

  /**
   * Creates counters of a read that also add to a total.
   *
   * @param total the counters of all reads, or null
   */
  ReadCounters(@Nullable ReadCounters total) {
    this.total = total;
    Arrays.setAll(sums, i -> new LongAdder());
  }

  /** Adds to the sum of a cost. */
  public void add(Cost cost, long amount) {
    sums[cost.ordinal()].add(amount);
    if (total != null) {
      total.add(cost, amount);
    }
  }

  /** Returns the sum of a cost so far. */
  long sum(Cost cost) {
    return sums[cost.ordinal()].sum();
  }

  /** Counts a read of bytes from a file. */
  void read(long bytes) {
    add(Cost.RANGES, 1);
    add(Cost.BYTES_READ, bytes);
  }

  /** Counts a tile by the coverage that its statistics show. */
  public void judged(Coverage outcome) {
    switch (outcome) {
      case NONE -> add(Cost.TILES_PRUNED, 1);
      case ALL -> add(Cost.TILES_MATCHING, 1);
      case SOME -> add(Cost.TILES_TESTED, 1);
    }
  }

  /** Counts decoded tiles and their cells. */
  public void decoded(long count, long cells) {
    add(Cost.TILES_DECODED, count);
    add(Cost.CELLS_DECODED, cells);
  }

  /** Counts a batch that is returned to the caller, and its cells. */
  public void delivered(Batch batch) {
    add(Cost.CELLS_DELIVERED, batch.rows());
    add(Cost.BATCHES, 1);
  }

  /** Runs work and adds its duration to the time of file access. */
  <R> R fetching(Supplier<R> work) {
    return timed(Cost.FETCH_NANOS, work);
  }

  /** Runs work and adds its duration to the time of decoding. */
  <R> R unfiltering(Supplier<R> work) {
    return timed(Cost.UNFILTER_NANOS, work);
  }

  /** Runs work and adds its duration to the time of testing, selecting, sorting and copying. */
  public <R> R merging(Supplier<R> work) {
    return timed(Cost.MERGE_NANOS, work);
  }

  /** Runs work and adds its duration to the time that the caller waits. */
  public <R> R waiting(Supplier<R> work) {
    return timed(Cost.ELAPSED_NANOS, work);
  }

  private <R> R timed(Cost nanos, Supplier<R> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      add(nanos, System.nanoTime() - start);
    }
  }

  /**
   * Returns the tile counts of a plan. Tiles that were not counted otherwise are outside of the
   * ranges.
   */
  public PlannedRead.Tiles plannedTiles() {
    long within = sum(Cost.TILES_PRUNED) + sum(Cost.TILES_MATCHING) + sum(Cost.TILES_TESTED);
    return new ReadDescription.TileCounts(
        sum(Cost.TILES),
        sum(Cost.TILES) - within,
        sum(Cost.TILES_PRUNED),
        sum(Cost.TILES_MATCHING),
        sum(Cost.TILES_TESTED));
  }

  /** Returns the counts so far. */
  public ReadStats stats() {
    return ReadStats.of(this::sum);
  }
}
