package io.azulejo.internal.runtime;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes that work in progress holds; allocates nothing. A reader takes a {@link Lease}
 * for a step before its tasks are submitted and closes it when the step's batch is handed over.
 *
 * <p>Nobody ever waits for bytes, so there is no circular wait: what a reader needs to go on at all
 * it takes by {@link #lease}, which is always admitted; what it fetches ahead by {@link #tryLease},
 * which is refused when the budget is spent.
 */
public final class MemoryBudget {
  private final long capacity;
  private final AtomicLong used = new AtomicLong();

  /** A budget of so many bytes, at least 1. */
  public MemoryBudget(long capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a memory budget needs at least 1 byte, not " + capacity);
    }
    this.capacity = capacity;
  }

  /** The bytes that may be held. */
  public long capacity() {
    return capacity;
  }

  /** The bytes that are held; more than {@link #capacity} when readers could not go on without. */
  public long used() {
    return used.get();
  }

  /** Takes bytes even if they are more than are left: for the step that a reader is about to do. */
  public Lease lease(long bytes) {
    requireNotNegative(bytes);
    used.addAndGet(bytes);
    return new Lease(this, bytes);
  }

  /** Takes bytes if they are left: for a step that a reader will do later. */
  public Optional<Lease> tryLease(long bytes) {
    requireNotNegative(bytes);
    while (true) {
      long now = used.get();
      if (bytes > capacity - now) {
        return Optional.empty();
      }
      if (used.compareAndSet(now, now + bytes)) {
        return Optional.of(new Lease(this, bytes));
      }
    }
  }

  private static void requireNotNegative(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a lease of " + bytes + " bytes");
    }
  }

  /** Bytes that were taken; closing gives them back, once however often it is closed. */
  public static final class Lease implements AutoCloseable {
    private final MemoryBudget budget;
    private final AtomicLong bytes;

    private Lease(MemoryBudget budget, long bytes) {
      this.budget = budget;
      this.bytes = new AtomicLong(bytes);
    }

    /** The bytes that it still holds. */
    public long bytes() {
      return bytes.get();
    }

    @Override
    public void close() {
      budget.used.addAndGet(-bytes.getAndSet(0));
    }
  }
}
