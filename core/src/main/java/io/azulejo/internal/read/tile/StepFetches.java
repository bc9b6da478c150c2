package io.azulejo.internal.read.tile;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Fetches the parts of successive steps over tiles. The parts of the next step can be fetched
 * during the current step, if the memory budget allows it. It must be used by one thread.
 */
public final class StepFetches implements AutoCloseable {
  private final ReadScope scope;

  /** The pending fetch for the tiles from {@code from} to {@code to} (exclusive), or null. */
  private Fetching coming;

  private int from;
  private int to;
  private long held;

  /** Creates an instance without pending fetches. */
  public StepFetches(ReadScope scope) {
    this.scope = scope;
  }

  /**
   * Fetches the parts of a step. If {@link #begin} already started this step, waits for its parts.
   *
   * @param from the first tile
   * @param to the end of the tiles, exclusive
   * @param wanted provides the parts; not used if the fetch has already started
   */
  public void fetch(int from, int to, Supplier<List<TilePart>> wanted) {
    if (coming != null && this.from == from && this.to == to) {
      Fetching ready = coming;
      coming = null;
      try {
        ready.await();
      } finally {
        scope.giveBack(held);
      }
      return;
    }
    close();
    scope.fetch(wanted.get());
  }

  /**
   * Starts fetching the parts of the next step, if the memory budget has room. Does nothing if a
   * fetch is already pending.
   *
   * @param from the first tile
   * @param to the end of the tiles, exclusive
   * @param bytes estimated memory of the step in bytes
   * @param wanted provides the parts
   */
  public void begin(int from, int to, long bytes, Supplier<List<TilePart>> wanted) {
    if (coming != null || !scope.tryTake(bytes)) {
      return;
    }
    held = bytes;
    this.from = from;
    this.to = to;
    boolean begun = false;
    try {
      List<TilePart> parts = wanted.get();
      coming = scope.beginFetch(parts);
      begun = true;
    } finally {
      if (!begun) {
        scope.giveBack(bytes);
      }
    }
  }

  /** Cancels a pending fetch and releases its memory. */
  @Override
  public void close() {
    if (coming != null) {
      Fetching needless = coming;
      coming = null;
      try {
        needless.stop(new CancellationException("the step is not needed any more"));
      } finally {
        scope.giveBack(held);
      }
    }
  }
}
