package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that work in progress holds; allocates nothing. A reader takes a {@link Lease}
 * for a step before its tasks are submitted and closes it when the step's batch is handed over.
 *
 * <p>Nobody ever waits for bytes, so there is no circular wait: a step is admitted even where
 * others hold the budget already, and refused where it alone is more than all of it.
 *
 * <p>A budget may be a part of another one, for some of the work: what is taken of it is taken of
 * the other one, too.
 */
public final class MemoryBudget {
  /** What a step may take however small the budget: a tile can't be cut. */
  public static final long ALWAYS = 16L << 20;

  private final long capacity;
  private final @Nullable MemoryBudget whole;
  private final AtomicLong used = new AtomicLong();

  /** Without those that nobody uses any more: engines that share the budget come and go. */
  private final List<WeakReference<Reserve>> reserves = new CopyOnWriteArrayList<>();

  /** Memory that is kept for later, and is let go of where work in progress needs it. */
  public interface Reserve {
    /** The bytes that are held; never waits. */
    long bytes();

    /** Lets go of so much that no more bytes than these are held. */
    void shrinkTo(long most);
  }

  /**
   * A budget.
   *
   * @param capacity its bytes, at least 1
   */
  public MemoryBudget(long capacity) {
    this(capacity, null);
  }

  private MemoryBudget(long capacity, @Nullable MemoryBudget whole) {
    if (capacity < 1) {
      throw new InvalidRequestException("a memory budget needs at least 1 byte, not " + capacity);
    }
    this.capacity = capacity;
    this.whole = whole;
  }

  /** A part of this budget, of so many bytes, at least 1; of all of it where that is less. */
  public MemoryBudget part(long bytes) {
    return new MemoryBudget(Math.min(bytes, capacity), this);
  }

  /** The bytes that may be held. */
  public long capacity() {
    return capacity;
  }

  /** The bytes that are held; more than {@link #capacity} when readers could not go on without. */
  public long used() {
    return used.get();
  }

  /**
   * Takes bytes for the step that a reader or a writer is about to do.
   *
   * @throws InvalidRequestException if the step can't be done in all of the budget; up to {@value
   *     #ALWAYS} bytes always can
   */
  public Lease lease(long bytes) {
    requireNotNegative(bytes);
    if (bytes > Math.max(capacity, ALWAYS)) {
      throw new InvalidRequestException(
          "one step of this read or write takes %d bytes of memory, more than the budget of %d: give a larger budget, or the JVM a larger heap (-Xmx)"
              .formatted(bytes, capacity));
    }
    take(bytes);
    return new Lease(this, bytes);
  }

  /**
   * Takes bytes without which work in progress can't go on, whether there is room for them or not.
   * {@link #giveBack} is to be called for them.
   */
  public void take(long bytes) {
    requireNotNegative(bytes);
    used.addAndGet(bytes);
    shrinkReserves();
    if (whole != null) {
      whole.take(bytes);
    }
  }

  /**
   * Takes bytes if there is room for them beside work in progress; reserves shrink for them.
   *
   * @return whether they were taken; then {@link #giveBack} is to be called for them
   */
  public boolean tryTake(long bytes) {
    requireNotNegative(bytes);
    long before = used.getAndAdd(bytes);
    if (before + bytes > capacity || (whole != null && !whole.tryTake(bytes))) {
      used.addAndGet(-bytes);
      return false;
    }
    shrinkReserves();
    return true;
  }

  /** Gives back bytes that {@link #take} or {@link #tryTake} took. */
  public void giveBack(long bytes) {
    used.addAndGet(-bytes);
    if (whole != null) {
      whole.giveBack(bytes);
    }
  }

  private void shrinkReserves() {
    long left = Math.max(0, capacity - used.get());
    for (WeakReference<Reserve> reference : reserves) {
      Reserve reserve = reference.get();
      if (reserve != null) {
        if (reserve.bytes() > left) {
          reserve.shrinkTo(left);
        }
        left = Math.max(0, left - reserve.bytes());
      }
    }
  }

  /** Lets memory shrink when work in progress leaves less than it has; does not keep it alive. */
  public void reserve(Reserve reserve) {
    reserves.removeIf(reference -> reference.get() == null);
    reserves.add(new WeakReference<>(reserve));
  }

  /** The bytes that a reserve may hold beside work in progress and the other reserves. */
  long leftFor(Reserve reserve) {
    long left = capacity - used.get();
    for (WeakReference<Reserve> reference : reserves) {
      Reserve other = reference.get();
      left -= other == null || other == reserve ? 0 : other.bytes();
    }
    return Math.max(0, left);
  }

  private static void requireNotNegative(long bytes) {
    if (bytes < 0) {
      throw new InvalidRequestException("a lease of " + bytes + " bytes: give 0 or more");
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
      budget.giveBack(bytes.getAndSet(0));
    }
  }
}
