package io.azulejo.storage;

/**
 * Memory of an engine that its stores may hold for a while, such as parts of files that go out in
 * the background. It is counted with all that reads and writes hold. Nobody ever waits for it: who
 * gets none does with less, so stores and writers can't wait for each other. For use by many
 * threads.
 */
public interface StoreMemory {
  /** As much as is asked for: of stores without an engine, which have bounds of their own. */
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
   * Takes bytes that a file can't do without, whether there is room for them or not: others then
   * have less. They are to be given back.
   */
  void take(long bytes);

  /**
   * Takes bytes, if there is room for them beside what is in progress.
   *
   * @return whether they were taken; then they are to be given back
   */
  boolean tryTake(long bytes);

  /** Gives back bytes that were taken. */
  void giveBack(long bytes);
}
