package io.azulejo.storage.objects;

import io.azulejo.storage.StoreMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for uploads, taken from the engine's memory. The parts that all files send in the
 * background have a common limit. Thread-safe.
 */
final class UploadMemory {
  private final AtomicLong left;
  private final StoreMemory engine;

  /**
   * Creates the upload memory of a store.
   *
   * @param most maximum size of all parts in the background, in bytes
   * @param engine the engine's memory
   */
  UploadMemory(long most, StoreMemory engine) {
    this.left = new AtomicLong(most);
    this.engine = engine;
  }

  /** Takes memory for bytes that have not been sent yet. */
  void hold(long bytes) {
    engine.take(bytes);
  }

  /** Gives back memory taken by {@link #hold}. */
  void release(long bytes) {
    engine.giveBack(bytes);
  }

  /** Takes memory for a part in the background, if there is room. */
  boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0 && engine.tryTake(bytes)) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  /** Gives back memory taken by {@link #tryTake}. */
  void giveBack(long bytes) {
    left.addAndGet(bytes);
    engine.giveBack(bytes);
  }
}
