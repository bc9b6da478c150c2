package io.azulejo.storage.objects;

import io.azulejo.storage.StoreMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for files that are being uploaded, taken from the memory of the engine. A limit
 * applies to the parts of all files that are sent in the background. Safe for use by many threads.
 */
final class UploadMemory {
  private final AtomicLong left;
  private final StoreMemory engine;

  /**
   * The memory of a store.
   *
   * @param most the largest number of bytes of all parts in the background
   * @param engine the memory that they are taken from
   */
  UploadMemory(long most, StoreMemory engine) {
    this.left = new AtomicLong(most);
    this.engine = engine;
  }

  /** Takes bytes that have not been sent yet. */
  void hold(long bytes) {
    engine.take(bytes);
  }

  /** Gives back bytes that {@link #hold} took. */
  void release(long bytes) {
    engine.giveBack(bytes);
  }

  /** Takes bytes for a part in the background, if there is room for them. */
  boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0 && engine.tryTake(bytes)) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  /** Gives back bytes that {@link #tryTake} took. */
  void giveBack(long bytes) {
    left.addAndGet(bytes);
    engine.giveBack(bytes);
  }
}
