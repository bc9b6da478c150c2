package io.azulejo.internal.read.tile;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * The fetches of steps over tiles, one after the other: that of the next step is under way while
 * this one is worked on, where the memory budget has room for it. For one thread.
 */
public final class StepFetches implements AutoCloseable {
  private final ReadScope scope;

  /** What is under way for the step from a tile to another; null if nothing is. */
  private Fetching coming;

  private int from;
  private int to;
  private long held;

  /** No fetches yet. */
  public StepFetches(ReadScope scope) {
    this.scope = scope;
  }

  /**
   * Fetches what a step needs, or waits for it.
   *
   * @param to the tile after the last one
   * @param wanted makes the parts, if it was not done to begin with the step
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
   * Begins to fetch what the next step will need, if the memory has room for it beside all else.
   *
   * @param bytes what the step takes
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

  /** Ends what is under way for a step that will not be. */
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
