package io.azulejo.internal.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Arrays of batches that callers gave back, for later batches: so a loop of reads need not
 * allocate, nor clear, what it fills anyway. Bounded in bytes, also by what work in progress leaves
 * of the memory budget; the arrays that waited longest go first. Safe for use by many threads.
 */
public final class ArrayPool extends BoundedReserve {
  /** A pool that keeps nothing. */
  public static final ArrayPool NONE = new ArrayPool(0, new MemoryBudget(1));

  /** Shorter arrays, in bytes, are as quickly made anew. */
  private static final int MIN_BYTES = 1 << 10;

  /** The arrays that it keeps at the most, as it looks at each. */
  private static final int MAX_ARRAYS = 256;

  /** Of {@code byte[]} and {@code int[]}, the one first that waits longest. */
  private final Deque<Object> idle = new ArrayDeque<>();

  /**
   * An empty pool.
   *
   * @param capacity the most bytes that it holds; 0 to keep nothing
   * @param budget is asked how much is left, and lets this shrink when it is short
   */
  public ArrayPool(long capacity, MemoryBudget budget) {
    super(capacity, budget);
    register();
  }

  /** An array of at least that many bytes, less than twice as many, with anything in it. */
  public byte[] bytes(int length) {
    byte[] kept = length < MIN_BYTES ? null : take(byte[].class, length, Byte.BYTES);
    return kept == null ? new byte[length] : kept;
  }

  /** An array of at least that many numbers, less than twice as many, with anything in it. */
  public int[] ints(int length) {
    int[] kept =
        (long) length * Integer.BYTES < MIN_BYTES ? null : take(int[].class, length, Integer.BYTES);
    return kept == null ? new int[length] : kept;
  }

  /** The shortest array that is long enough, but not much too long; null if there is none. */
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
      // goes on
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
   * Takes an array that nobody uses any more. One that is there already is not taken again: it
   * would be handed out to two.
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
