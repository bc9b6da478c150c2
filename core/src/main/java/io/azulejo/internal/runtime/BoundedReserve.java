package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;

/**
 * Reclaimable memory with a limit in bytes. If work in progress and other reserves need memory, it
 * shrinks to the remainder of the memory budget. Subclasses decide what to keep and what to drop
 * first. They hold their own lock when they call {@link #count}.
 */
public abstract class BoundedReserve implements MemoryBudget.Reserve {
  private final long capacity;
  private final MemoryBudget budget;
  private volatile long bytes;

  /**
   * Creates an empty reserve. The subclass must also call {@link #register}.
   *
   * @param capacity maximum number of bytes; 0 to keep nothing
   * @param budget the memory budget, which shrinks this reserve when memory is short
   * @throws InvalidRequestException if the capacity is negative
   */
  protected BoundedReserve(long capacity, MemoryBudget budget) {
    if (capacity < 0) {
      throw new InvalidRequestException(
          "cache size of %d bytes is negative (minimum: 0)".formatted(capacity));
    }
    this.capacity = capacity;
    this.budget = budget;
  }

  /**
   * Registers this reserve with the budget. The subclass calls this at the end of its constructor.
   */
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

  /**
   * Changes the number of bytes held. The caller holds the subclass's lock.
   *
   * @param change number of added bytes; negative if bytes were dropped
   */
  protected final void count(long change) {
    bytes += change;
  }

  /** Shrinks this reserve to its current limit. Called after bytes were added. */
  protected final void fit() {
    shrinkTo(Math.min(capacity, budget.availableTo(this)));
  }
}
