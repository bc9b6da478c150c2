package io.azulejo.storage.objects;

import io.azulejo.storage.StoreMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for files that go to a store, within that of the engine: what is not sent yet, and
 * parts that are sent in the background, of all files together no more than a setting says.
 */
final class UploadMemory {
  private final AtomicLong left;
  private final StoreMemory engine;

  /**
   * Memory of a store.
   *
   * @param most the bytes of all parts in the background together
   * @param engine what they are taken from
   */
  UploadMemory(long most, StoreMemory engine) {
    this.left = new AtomicLong(most);
    this.engine = engine;
  }

  /** Takes bytes for what is not sent yet. */
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
