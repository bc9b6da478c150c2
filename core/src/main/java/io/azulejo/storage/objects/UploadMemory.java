package io.azulejo.storage.objects;

import io.azulejo.storage.StoreMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for the uploads of a store, which is part of the engine's memory. The parts that all
 * files send in the background share a limit. Thread-safe.
 */
final class UploadMemory {
  private final AtomicLong left;
  private final StoreMemory engine;

  /**
   * Creates the upload memory of a store.
   *
   * @param most maximum total size of the parts in the background, in bytes
   * @param engine the engine's memory
   */
  UploadMemory(long most, StoreMemory engine) {
    this.left = new AtomicLong(most);
    this.engine = engine;
  }

  /** Reserves memory for bytes that were not sent yet, even if this exceeds the engine's budget. */
  void hold(long bytes) {
    engine.take(bytes);
  }

  /** Returns memory that {@link #hold} reserved. */
  void release(long bytes) {
    engine.giveBack(bytes);
  }

  /** Reserves memory for a part in the background. Returns false if the room does not suffice. */
  boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0 && engine.tryTake(bytes)) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  /** Returns memory that {@link #tryTake} reserved. */
  void giveBack(long bytes) {
    left.addAndGet(bytes);
    engine.giveBack(bytes);
  }
}
