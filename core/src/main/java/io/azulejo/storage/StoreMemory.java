package io.azulejo.storage;

/**
 * The part of an engine's memory budget that stores use for buffers, such as file parts that are
 * uploaded in the background. It shares the budget with reads and writes. Callers never wait for
 * memory but manage with less, so stores and writers cannot deadlock. Thread-safe.
 */
public interface StoreMemory {
  /**
   * Memory without a limit, for stores that are used without an engine and have their own limits.
   */
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

  /**
   * Reserves memory that the caller cannot do without, even if this exceeds the budget. The caller
   * must return it with {@link #giveBack}.
   *
   * @param bytes number of bytes
   */
  void take(long bytes);

  /**
   * Reserves memory if the budget has room for it.
   *
   * @param bytes number of bytes
   * @return whether the memory was reserved; if so, the caller must return it with {@link
   *     #giveBack}
   */
  boolean tryTake(long bytes);

  /**
   * Returns reserved memory to the budget.
   *
   * @param bytes number of bytes
   */
  void giveBack(long bytes);
}
