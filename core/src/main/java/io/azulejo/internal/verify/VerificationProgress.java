package io.azulejo.internal.verify;

import io.azulejo.query.Progress;
import java.util.concurrent.atomic.LongAdder;

/** Counts what was looked at, and tells how far it is. */
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
   * Nothing was looked at yet.
   *
   * @param planned whether all that is to be decoded is known before the first of it is
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

  /** So many tiles were decoded. */
  void tiles(long count) {
    tiles.add(count);
  }

  /** So many cells are in tiles that were decoded. */
  void cells(long count) {
    cells.add(count);
  }

  /** So many bytes more are to be looked at. */
  void planned(long bytes) {
    total += bytes;
  }

  /** So many of them were; by the thread that drives. */
  void advanced(long bytes) {
    done = planned ? Math.min(total, done + bytes) : done + bytes;
    progress.advanced(done, planned ? total : -1);
  }

  /** All that was to be decoded was. */
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
