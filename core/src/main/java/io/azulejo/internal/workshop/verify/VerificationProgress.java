package io.azulejo.internal.workshop.verify;

import io.azulejo.query.Progress;
import java.util.concurrent.atomic.LongAdder;

/** Counters for verified objects, which also report progress. The counters are thread-safe. */
final class VerificationProgress {
  private final LongAdder objects = new LongAdder();
  private final LongAdder fragments = new LongAdder();
  private final LongAdder tiles = new LongAdder();
  private final LongAdder cells = new LongAdder();
  private final Progress progress;
  private final boolean planned;
  private long done;
  private long total;

  /**
   * Creates counters with value zero.
   *
   * @param planned whether the total number of bytes is known before the first tile is decoded
   */
  VerificationProgress(Progress progress, boolean planned) {
    this.progress = progress;
    this.planned = planned;
  }

  void object() {
    objects.increment();
  }

  void fragment() {
    fragments.increment();
  }

  /** Counts decoded tiles. */
  void tiles(long count) {
    tiles.add(count);
  }

  /** Counts cells of decoded tiles. */
  void cells(long count) {
    cells.add(count);
  }

  /** Increases the total number of bytes to decode. */
  void planned(long bytes) {
    total += bytes;
  }

  /** Adds decoded bytes and reports progress. Must be called only by the verifying thread. */
  void advanced(long bytes) {
    done = planned ? Math.min(total, done + bytes) : done + bytes;
    progress.advanced(done, planned ? total : -1);
  }

  /** Reports that all bytes were decoded. */
  void ended() {
    advanced(planned ? total - done : 0);
  }

  long objects() {
    return objects.sum();
  }

  long fragments() {
    return fragments.sum();
  }

  long tiles() {
    return tiles.sum();
  }

  long cells() {
    return cells.sum();
  }
}
