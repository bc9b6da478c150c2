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

  private void add(Cost cost, long amount) {
    sums[cost.ordinal()].add(amount);
    if (total != null) {
      total.add(cost, amount);
    }
  }

  private long sum(Cost cost) {
    return sums[cost.ordinal()].sum();
  }

  /** Counts a listing or a lookup in a directory. */
  void listed() {
    add(Cost.LISTINGS, 1);
  }

  /** Counts an opened file. */
  void opened() {
    add(Cost.OPENS, 1);
  }

  /** Counts a read of bytes from a file. */
  void read(long bytes) {
    add(Cost.RANGES, 1);
    add(Cost.BYTES_READ, bytes);
  }

  /** Counts the stored bytes of fetched tiles. */
  void stored(long bytes) {
    add(Cost.STORED_BYTES, bytes);
  }

  /** Returns the stored size of the tiles that were fetched so far, in bytes. */
  long stored() {
    return sum(Cost.STORED_BYTES);
  }

  /** Counts tiles of visible fragments. */
  public void candidates(long count) {
    add(Cost.TILES, count);
  }

  /**
   * Adds to the number of tiles that were skipped because none of their cells are in the requested
   * ranges.
   */
  public void outside(long count) {
    add(Cost.TILES_OUTSIDE, count);
  }

  /** Counts tiles whose statistics show that no cell meets the condition. */
  public void pruned(long count) {
    add(Cost.TILES_PRUNED, count);
  }

  /** Counts tiles whose statistics show that all cells meet the condition. */
  public void matching(long count) {
    add(Cost.TILES_MATCHING, count);
  }

  /** Counts tiles whose cells must be tested. */
  public void tested(long count) {
    add(Cost.TILES_TESTED, count);
  }

  /** Counts a tile by the coverage that its statistics show. */
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

  /** Counts the unfiltered bytes of decoded chunks. */
  void decodedBytes(long bytes) {
    add(Cost.BYTES_DECODED, bytes);
  }

  /** Counts a batch that is returned to the caller, and its cells. */
  public void delivered(Batch batch) {
    add(Cost.CELLS_DELIVERED, batch.rows());
    add(Cost.BATCHES, 1);
  }

  /** Counts cells that were copied to arrays of the caller. */
  public void delivered(long cells) {
    add(Cost.CELLS_DELIVERED, cells);
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
