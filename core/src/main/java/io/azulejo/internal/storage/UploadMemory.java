package io.azulejo.internal.storage;

import io.azulejo.storage.StoreMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for parts of files that go to a store in the background: of all its files together no
 * more than a setting says, and within that of the engine.
 */
public final class UploadMemory implements StoreMemory {
  private final AtomicLong left;
  private final StoreMemory engine;

  /**
   * Memory of a store.
   *
   * @param most the bytes of all parts together
   * @param engine what they are taken from
   */
  public UploadMemory(long most, StoreMemory engine) {
    this.left = new AtomicLong(most);
    this.engine = engine;
  }

  @Override
  public boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0 && engine.tryTake(bytes)) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  @Override
  public void giveBack(long bytes) {
    left.addAndGet(bytes);
    engine.giveBack(bytes);
  }
}
