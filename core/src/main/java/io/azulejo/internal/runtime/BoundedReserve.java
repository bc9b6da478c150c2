package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;

/**
 * Reclaimable memory with a limit in bytes, which shrinks to what work in progress and other
 * reserves leave of the memory budget. Subclasses decide what to keep and what to drop first; they
 * count under their own lock.
 */
public abstract class BoundedReserve implements MemoryBudget.Reserve {
  private final long capacity;
  private final MemoryBudget budget;
  private volatile long bytes;

  /**
   * Creates an empty reserve.
   *
   * @param capacity maximum number of bytes; 0 to keep nothing
   * @param budget the memory budget, which shrinks this reserve when it is short
   */
  protected BoundedReserve(long capacity, MemoryBudget budget) {
    if (capacity < 0) {
      throw new InvalidRequestException(
          "cache size of %d bytes is negative (minimum: 0)".formatted(capacity));
    }
    this.capacity = capacity;
    this.budget = budget;
  }

  /** Lets the budget shrink this reserve. Called at the end of a subclass's constructor. */
  protected final void register() {
    budget.reserve(this);
  }

  /** Returns the maximum number of bytes. */
  protected final long capacity() {
    return capacity;
  }

  @Override
  public final long bytes() {
    return bytes;
  }

  /** Adds bytes to those held, or subtracts if negative. Called under the subclass's lock. */
  protected final void count(long change) {
    bytes += change;
  }

  /** Shrinks to the current limit after bytes were added. */
  protected final void fit() {
    shrinkTo(Math.min(capacity, budget.availableTo(this)));
  }
}
