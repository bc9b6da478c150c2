package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.MemoryBudget;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A pool of scratch memory for tasks. It holds one set of buffers for each task that ran
 * concurrently, so that tiles can be processed without allocations. The total size of idle buffers
 * is limited. Thread-safe.
 */
public final class ScratchPool implements MemoryBudget.Reserve, AutoCloseable {
  /** The default limit for idle buffers, in bytes. */
  private static final long DEFAULT_KEPT = 64L << 20;

  private final ConcurrentLinkedDeque<TaskBuffers> idle = new ConcurrentLinkedDeque<>();
  private final AtomicLong kept = new AtomicLong();
  private final long maxKept;
  private volatile boolean closed;

  /** Creates a pool with the default limit. */
  public ScratchPool() {
    this(DEFAULT_KEPT);
  }

  /**
   * Creates a pool.
   *
   * @param maxKept the maximum total size of the idle buffers, in bytes
   */
  public ScratchPool(long maxKept) {
    this.maxKept = maxKept;
  }

  /** Returns the total size of the idle buffers, in bytes. */
  @Override
  public long bytes() {
    return kept.get();
  }

  @Override
  public void shrinkTo(long most) {
    for (int i = idle.size(); i > 0 && kept.get() > most; i--) {
      TaskBuffers buffers = idle.pollLast();
      if (buffers == null) {
        return;
      }
      kept.addAndGet(-buffers.idleBytes);
      buffers.idleBytes = 0;
      buffers.forget();
      idle.addFirst(buffers);
    }
  }

  /** The compression contexts and buffers of one task. Not thread-safe. */
  public static final class TaskBuffers {
    private final Scratch scratch = new Scratch();
    private byte[] buffer = new byte[0];
    private byte[] fetched = new byte[0];
    private byte[] validity = new byte[0];
    private int[] offsets = new int[0];

    /** The size of these buffers when they became idle, in bytes. */
    private long idleBytes;

    private TaskBuffers() {}

    private long bytes() {
      return scratch.bytes()
          + buffer.length
          + fetched.length
          + validity.length
          + (long) Integer.BYTES * offsets.length;
    }

    private void forget() {
      scratch.forget();
      buffer = new byte[0];
      fetched = new byte[0];
      validity = new byte[0];
      offsets = new int[0];
    }

    /** Returns the compression contexts and the buffers for filters. */
    public Scratch scratch() {
      return scratch;
    }

    /**
     * Returns an array of at least {@code size} bytes, with arbitrary content. Each call may return
     * the same array.
     */
    public byte[] buffer(int size) {
      if (buffer.length < size) {
        buffer = new byte[size];
      }
      return buffer;
    }

    /**
     * Returns an array of at least {@code size} bytes for stored bytes. It is not the array of
     * {@link #buffer}.
     */
    public byte[] fetched(int size) {
      if (fetched.length < size) {
        fetched = new byte[size];
      }
      return fetched;
    }

    /** Returns an array of at least {@code cells} bytes for the validity of cells. */
    public byte[] validity(int cells) {
      if (validity.length < cells) {
        validity = new byte[cells];
      }
      return validity;
    }

    /**
     * Returns an array of at least {@code cells + 1} numbers for offsets, with arbitrary content.
     */
    public int[] offsets(int cells) {
      if (offsets.length <= cells) {
        offsets = new int[Math.addExact(cells, 1)];
      }
      return offsets;
    }
  }

  /** Lends scratch memory to an action while it runs. The action must not keep references to it. */
  public void with(Consumer<TaskBuffers> action) {
    apply(
        buffers -> {
          action.accept(buffers);
          return true;
        });
  }

  /**
   * Lends scratch memory to a function while it runs. The function must not keep references to it.
   *
   * @return the result of the function, which must not refer to that memory
   */
  public <R> R apply(Function<TaskBuffers, R> function) {
    TaskBuffers buffers = idle.pollFirst();
    if (buffers == null) {
      buffers = new TaskBuffers();
    }
    kept.addAndGet(-buffers.idleBytes);
    try {
      return function.apply(buffers);
    } finally {
      keep(buffers);
      idle.addFirst(buffers);
      if (closed) {
        close();
      }
    }
  }

  /**
   * Adds buffers to the total of idle buffers, or releases their memory if the limit is exceeded.
   */
  private void keep(TaskBuffers buffers) {
    buffers.idleBytes = buffers.bytes();
    if (kept.addAndGet(buffers.idleBytes) > maxKept) {
      kept.addAndGet(-buffers.idleBytes);
      buffers.idleBytes = 0;
      buffers.forget();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (TaskBuffers buffers = idle.pollFirst(); buffers != null; buffers = idle.pollFirst()) {
      buffers.scratch().close();
    }
  }
}
