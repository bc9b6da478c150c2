package io.azulejo.storage;

/**
 * The part of an engine's memory budget that stores use for buffers, such as parts of files
 * uploaded in the background. It counts together with the memory of reads and writes. Callers never
 * wait for memory; they make do with less, so stores and writers cannot deadlock. Thread-safe.
 */
public interface StoreMemory {
  /** Grants every request; for stores without an engine, which have limits of their own. */
  StoreMemory UNLIMITED =
      new StoreMemory() {
        @Override
        public void take(long bytes) {}

        @Override
        public boolean tryTake(long bytes) {
          return true;
        }

        @Override
        public void giveBack(long bytes) {}
      };

  /** Takes bytes that are indispensable, even beyond the budget. The caller must give them back. */
  void take(long bytes);

  /**
   * Takes bytes if the budget has room for them.
   *
   * @return whether they were taken; the caller must then give them back
   */
  boolean tryTake(long bytes);

  /** Gives back bytes that were taken. */
  void giveBack(long bytes);
}
