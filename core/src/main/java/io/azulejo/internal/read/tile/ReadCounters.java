package io.azulejo.internal.read.tile;

import io.azulejo.query.Batch;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts the cost of one read; see {@link ReadStats}. Thread-safe. */
public final class ReadCounters {
  private final LongAdder listings = new LongAdder();
  private final LongAdder opens = new LongAdder();
  private final LongAdder ranges = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder storedBytes = new LongAdder();
  private final LongAdder tiles = new LongAdder();
  private final LongAdder outside = new LongAdder();
  private final LongAdder pruned = new LongAdder();
  private final LongAdder matching = new LongAdder();
  private final LongAdder tested = new LongAdder();
  private final LongAdder decodedTiles = new LongAdder();
  private final LongAdder decodedCells = new LongAdder();
  private final LongAdder decodedBytes = new LongAdder();
  private final LongAdder delivered = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder fetchNanos = new LongAdder();
  private final LongAdder unfilterNanos = new LongAdder();
  private final LongAdder mergeNanos = new LongAdder();
  private final LongAdder elapsedNanos = new LongAdder();

  /** A folder was listed, or something looked for. */
  void listed() {
    listings.increment();
  }

  /** A file was opened. */
  void opened() {
    opens.increment();
  }

  /** Counts a read of bytes from a file. */
  void read(long bytes) {
    ranges.increment();
    bytesRead.add(bytes);
  }

  /** Counts bytes of tiles that were fetched. */
  void stored(long bytes) {
    storedBytes.add(bytes);
  }

  /** The bytes of tiles that were fetched so far. */
  long stored() {
    return storedBytes.sum();
  }

  /** Counts tiles of visible fragments. */
  public void candidates(long count) {
    tiles.add(count);
  }

  /** Counts tiles without a cell in the ranges. */
  public void outside(long count) {
    outside.add(count);
  }

  /** Counts tiles without a cell that meets the condition, by their statistics. */
  public void pruned(long count) {
    pruned.add(count);
  }

  /** Counts tiles of which all cells meet the condition, by their statistics. */
  public void matching(long count) {
    matching.add(count);
  }

  /** Counts tiles whose cells have to be tested. */
  public void tested(long count) {
    tested.add(count);
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
    decodedTiles.add(count);
    decodedCells.add(cells);
  }

  /** Counts bytes of decoded chunks, as they are without their filters. */
  void decodedBytes(long bytes) {
    decodedBytes.add(bytes);
  }

  /** A batch goes to the caller. */
  public void delivered(Batch batch) {
    delivered.add(batch.rows());
    batches.increment();
  }

  /** Cells went to arrays of the caller. */
  public void delivered(long cells) {
    delivered.add(cells);
  }

  /** Does something that is counted as the time of files. */
  <R> R fetching(Supplier<R> work) {
    return timed(fetchNanos, work);
  }

  /** Does something that is counted as the time of decoding. */
  <R> R unfiltering(Supplier<R> work) {
    return timed(unfilterNanos, work);
  }

  /** Does something that is counted as the time of testing, selecting, ordering or copying. */
  public <R> R merging(Supplier<R> work) {
    return timed(mergeNanos, work);
  }

  /** Does something that the caller waits for. */
  public <R> R waiting(Supplier<R> work) {
    return timed(elapsedNanos, work);
  }

  private static <R> R timed(LongAdder nanos, Supplier<R> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      nanos.add(System.nanoTime() - start);
    }
  }

  /**
   * Returns the tiles of a plan. Tiles that it has not counted otherwise are outside of its ranges.
   */
  public PlannedRead.Tiles plannedTiles() {
    long within = pruned.sum() + matching.sum() + tested.sum();
    return new PlannedRead.Tiles(
        tiles.sum(), tiles.sum() - within, pruned.sum(), matching.sum(), tested.sum());
  }

  /** What was counted so far. */
  public ReadStats stats() {
    return new ReadStats(
        listings.sum(),
        opens.sum(),
        ranges.sum(),
        bytesRead.sum(),
        storedBytes.sum(),
        tiles.sum(),
        outside.sum(),
        pruned.sum(),
        matching.sum(),
        tested.sum(),
        decodedTiles.sum(),
        decodedCells.sum(),
        decodedBytes.sum(),
        delivered.sum(),
        batches.sum(),
        fetchNanos.sum(),
        unfilterNanos.sum(),
        mergeNanos.sum(),
        elapsedNanos.sum());
  }
}
