package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that work in progress uses. It does not allocate memory. A reader takes a {@link
 * Lease} for a step before it submits the step's tasks. It closes the lease when it has returned
 * the step's batch.
 *
 * <p>Requests for bytes never wait, so deadlocks are impossible. A step is admitted even if other
 * work already uses the whole budget. It is rejected only if it exceeds the budget by itself.
 *
 * <p>A budget can be part of another budget and limit some of its work. Bytes taken from the part
 * are also taken from the whole.
 */
public final class MemoryBudget {
  /** Number of bytes that a step may take from any budget, because a tile cannot be split. */
  public static final long ALWAYS = 16L << 20;

  private final long capacity;
  private final @Nullable MemoryBudget whole;
  private final AtomicLong used = new AtomicLong();

  /**
   * The registered reserves. References are weak, because engines that share the budget come and
   * go.
   */
  private final List<WeakReference<Reserve>> reserves = new CopyOnWriteArrayList<>();

  /** Reclaimable memory that shrinks when work in progress needs it. */
  public interface Reserve {
    /** Returns the number of bytes held. Never waits. */
    long bytes();

    /** Releases memory until at most {@code most} bytes are held. */
    void shrinkTo(long most);
  }

  /**
   * Creates a budget.
   *
   * @param capacity size of the budget in bytes, at least 1
   * @throws InvalidRequestException if the capacity is less than 1
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

  /**
   * Creates a budget that is part of this budget.
   *
   * @param bytes size of the part in bytes, at least 1; capped at the size of this budget
   * @throws InvalidRequestException if the size is less than 1
   */
  public MemoryBudget part(long bytes) {
    return new MemoryBudget(Math.min(bytes, capacity), this);
  }

  /** Returns the size of the budget in bytes. */
  public long capacity() {
    return capacity;
  }

  /**
   * Returns the number of bytes in use. It exceeds {@link #capacity} if work could not continue
   * otherwise.
   */
  public long used() {
    return used.get();
  }

  /**
   * Takes bytes for the next step of a reader or writer. The caller must close the lease.
   *
   * @param bytes number of bytes, at least 0; up to {@value #ALWAYS} bytes are always granted
   * @throws InvalidRequestException if the number is negative, or exceeds both {@value #ALWAYS} and
   *     the whole budget
   */
  public Lease lease(long bytes) {
    requireNotNegative(bytes);
    if (bytes > Math.max(capacity, ALWAYS)) {
      throw new InvalidRequestException(
          ("one step of this read or write needs %d bytes of memory, more than the budget"
                  + " of %d; increase the budget, or the heap of the JVM (-Xmx)")
              .formatted(bytes, capacity));
    }
    take(bytes);
    return new Lease(this, bytes);
  }

  /**
   * Takes bytes without which work in progress cannot continue, even if this exceeds the budget.
   * The caller must return them with {@link #giveBack}.
   *
   * @param bytes number of bytes, at least 0
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
   * Takes bytes if the work in progress leaves enough room for them. Reserves shrink to make room.
   *
   * @param bytes number of bytes, at least 0
   * @return whether the bytes were taken; if so, the caller must return them with {@link #giveBack}
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

  /** Returns bytes taken by {@link #take} or {@link #tryTake} to the budget. */
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

  /**
   * Registers a reserve, which shrinks when work in progress needs its memory. The budget holds
   * only a weak reference to it.
   */
  public void reserve(Reserve reserve) {
    reserves.removeIf(reference -> reference.get() == null);
    reserves.add(new WeakReference<>(reserve));
  }

  /** Returns the number of bytes that work in progress and other reserves leave for a reserve. */
  long availableTo(Reserve reserve) {
    long left = capacity - used.get();
    for (WeakReference<Reserve> reference : reserves) {
      Reserve other = reference.get();
      left -= other == null || other == reserve ? 0 : other.bytes();
    }
    return Math.max(0, left);
  }

  private static void requireNotNegative(long bytes) {
    if (bytes < 0) {
      throw new InvalidRequestException("lease of " + bytes + " bytes is negative (minimum: 0)");
    }
  }

  /**
   * A number of bytes taken from a budget. Closing it returns them. Closing it twice has no effect.
   */
  public static final class Lease implements AutoCloseable {
    private final MemoryBudget budget;
    private final AtomicLong bytes;

    private Lease(MemoryBudget budget, long bytes) {
      this.budget = budget;
      this.bytes = new AtomicLong(bytes);
    }

    /** Returns the number of bytes still held. */
    public long bytes() {
      return bytes.get();
    }

    @Override
    public void close() {
      budget.giveBack(bytes.getAndSet(0));
    }
  }
}
