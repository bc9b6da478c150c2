package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;

/**
 * Memory that is kept for later, bounded in bytes, also by what work in progress and other reserves
 * leave of a memory budget. What is kept, and what goes first, is the subclass's; it counts under
 * its own lock.
 */
public abstract class BoundedReserve implements MemoryBudget.Reserve {
  private final long capacity;
  private final MemoryBudget budget;
  private volatile long bytes;

  /**
   * Nothing so far.
   *
   * @param capacity the most bytes that it holds; 0 to keep nothing
   * @param budget is asked how much is left, and lets this shrink when it is short
   */
  protected BoundedReserve(long capacity, MemoryBudget budget) {
    if (capacity < 0) {
      throw new InvalidRequestException(
          "a cache of at most %d bytes: give 0 or more".formatted(capacity));
    }
    this.capacity = capacity;
    this.budget = budget;
  }

  /** Lets the budget shrink this; the last act of a subclass's constructor. */
  protected final void register() {
    budget.reserve(this);
  }

  /** The most bytes that it may hold. */
  protected final long capacity() {
    return capacity;
  }

  @Override
  public final long bytes() {
    return bytes;
  }

  /** Counts bytes that came, or went where negative; under the lock of the subclass. */
  protected final void count(long change) {
    bytes += change;
  }

  /** Lets go of what is too much, after some came. */
  protected final void fit() {
    shrinkTo(Math.min(capacity, budget.leftFor(this)));
  }
}
