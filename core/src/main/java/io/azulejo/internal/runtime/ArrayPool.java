package io.azulejo.internal.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * A pool of arrays that callers returned after use, for reuse by later batches. It saves allocating
 * and clearing arrays in a loop of reads. If work in progress needs memory, the pool shrinks to the
 * remainder of the memory budget. The oldest arrays are dropped first. Thread-safe.
 */
public final class ArrayPool extends BoundedReserve {
  /** A pool that never keeps an array. */
  public static final ArrayPool NONE = new ArrayPool(0, new MemoryBudget(1));

  /**
   * Minimum size of pooled arrays in bytes. Allocating a smaller array is as fast as reusing one.
   */
  private static final int MIN_BYTES = 1 << 10;

  /** Maximum number of pooled arrays. It is limited because searches are linear. */
  private static final int MAX_ARRAYS = 256;

  /** Pooled {@code byte[]} and {@code int[]} arrays, from oldest to newest. */
  private final Deque<Object> idle = new ArrayDeque<>();

  /**
   * Creates an empty pool.
   *
   * @param capacity maximum number of bytes; 0 to disable the pool
   * @param budget the memory budget, which shrinks this pool when memory is short
   */
  public ArrayPool(long capacity, MemoryBudget budget) {
    super(capacity, budget);
    register();
  }

  /**
   * Returns an array of at least {@code length} and less than twice as many bytes. Its content is
   * undefined.
   */
  public byte[] bytes(int length) {
    byte[] kept = length < MIN_BYTES ? null : take(byte[].class, length, Byte.BYTES);
    return kept == null ? new byte[length] : kept;
  }

  /**
   * Returns an array of at least {@code length} and less than twice as many integers. Its content
   * is undefined.
   */
  public int[] ints(int length) {
    int[] kept =
        (long) length * Integer.BYTES < MIN_BYTES ? null : take(int[].class, length, Integer.BYTES);
    return kept == null ? new int[length] : kept;
  }

  /**
   * Removes and returns the shortest suitable array, or null if there is none.
   *
   * @param length minimum number of elements; a suitable array has less than twice as many
   * @param size size of an element in bytes
   */
  private <A> A take(Class<A> type, int length, int size) {
    return bytes() == 0 ? null : takeBest(type, length, size);
  }

  private synchronized <A> A takeBest(Class<A> type, int length, int size) {
    A best = null;
    long needed = (long) length * size;
    for (Object array : idle) {
      long has = size(array);
      if (type.isInstance(array)
          && has >= needed
          && has < 2 * needed
          && (best == null || has < size(best))) {
        best = type.cast(array);
      }
    }
    if (best != null) {
      remove(best);
    }
    return best;
  }

  private void remove(Object array) {
    Iterator<Object> arrays = idle.iterator();
    while (arrays.next() != array) {
      // Advance to the array.
    }
    arrays.remove();
    count(-size(array));
  }

  private static long size(Object array) {
    return array instanceof byte[] data
        ? data.length
        : (long) Integer.BYTES * ((int[]) array).length;
  }

  /**
   * Adds an array that the caller does not use any more. Ignores an array that is already in the
   * pool, because it would otherwise be handed out twice.
   *
   * @param array a {@code byte[]} or {@code int[]}
   */
  public synchronized void giveBack(Object array) {
    long size = size(array);
    if (size < MIN_BYTES || size > capacity() || isIdle(array)) {
      return;
    }
    idle.addLast(array);
    count(size);
    fit();
    if (idle.size() > MAX_ARRAYS) {
      dropOldest();
    }
  }

  private boolean isIdle(Object array) {
    for (Object other : idle) {
      if (other == array) {
        return true;
      }
    }
    return false;
  }

  private void dropOldest() {
    count(-size(idle.removeFirst()));
  }

  @Override
  public synchronized void shrinkTo(long most) {
    while (bytes() > most) {
      dropOldest();
    }
  }
}
