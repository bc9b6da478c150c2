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
 * Counts the cost of one read, or of all reads of an engine; see {@link ReadStats}. Thread-safe.
 */
public final class ReadCounters {
  private final LongAdder[] sums = new LongAdder[Cost.values().length];
  private final @Nullable ReadCounters total;

  /** Counters of one read, or of all reads of an engine. */
  public ReadCounters() {
    this(null);
  }

  /**
   * Counters of one read of several.
   *
   * @param total the counters of all of them; null if this read is the only one
   */
  ReadCounters(@Nullable ReadCounters total) {
    this.total = total;
    Arrays.setAll(sums, i -> new LongAdder());
  }

  private void add(Cost cost, long amount) {
    sums[cost.ordinal()].add(amount);
    if (total != null) {
      total.add(cost, amount);
    }
  }

  private long sum(Cost cost) {
    return sums[cost.ordinal()].sum();
  }

  /** A folder was listed, or something looked for. */
  void listed() {
    add(Cost.LISTINGS, 1);
  }

  /** A file was opened. */
  void opened() {
    add(Cost.OPENS, 1);
  }

  /** Counts a read of bytes from a file. */
  void read(long bytes) {
    add(Cost.RANGES, 1);
    add(Cost.BYTES_READ, bytes);
  }

  /** Counts bytes of tiles that were fetched. */
  void stored(long bytes) {
    add(Cost.STORED_BYTES, bytes);
  }

  /** The bytes of tiles that were fetched so far. */
  long stored() {
    return sum(Cost.STORED_BYTES);
  }

  /** Counts tiles of visible fragments. */
  public void candidates(long count) {
    add(Cost.TILES, count);
  }

  /** Counts tiles without a cell in the ranges. */
  public void outside(long count) {
    add(Cost.TILES_OUTSIDE, count);
  }

  /** Counts tiles without a cell that meets the condition, by their statistics. */
  public void pruned(long count) {
    add(Cost.TILES_PRUNED, count);
  }

  /** Counts tiles of which all cells meet the condition, by their statistics. */
  public void matching(long count) {
    add(Cost.TILES_MATCHING, count);
  }

  /** Counts tiles whose cells have to be tested. */
  public void tested(long count) {
    add(Cost.TILES_TESTED, count);
  }

  /** Counts a tile by what is known of how many of its cells are wanted. */
  public void judged(Coverage outcome) {
    switch (outcome) {
      case NONE -> pruned(1);
      case ALL -> matching(1);
      case SOME -> tested(1);
    }
  }

  /** Counts decoded tiles and their cells. */
  public void decoded(long count, long cells) {
    add(Cost.TILES_DECODED, count);
    add(Cost.CELLS_DECODED, cells);
  }

  /** Counts bytes of decoded chunks, as they are without their filters. */
  void decodedBytes(long bytes) {
    add(Cost.BYTES_DECODED, bytes);
  }

  /** A batch goes to the caller. */
  public void delivered(Batch batch) {
    add(Cost.CELLS_DELIVERED, batch.rows());
    add(Cost.BATCHES, 1);
  }

  /** Cells went to arrays of the caller. */
  public void delivered(long cells) {
    add(Cost.CELLS_DELIVERED, cells);
  }

  /** Does something that is counted as the time of files. */
  <R> R fetching(Supplier<R> work) {
    return timed(Cost.FETCH_NANOS, work);
  }

  /** Does something that is counted as the time of decoding. */
  <R> R unfiltering(Supplier<R> work) {
    return timed(Cost.UNFILTER_NANOS, work);
  }

  /** Does something that is counted as the time of testing, selecting, ordering or copying. */
  public <R> R merging(Supplier<R> work) {
    return timed(Cost.MERGE_NANOS, work);
  }

  /** Does something that the caller waits for. */
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
   * Returns the tiles of a plan. Tiles that it has not counted otherwise are outside of its ranges.
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

  /** What was counted so far. */
  public ReadStats stats() {
    return ReadStats.of(this::sum);
  }
}
