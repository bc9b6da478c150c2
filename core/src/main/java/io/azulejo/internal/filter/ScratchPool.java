package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.MemoryBudget;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Scratch memory of tasks: as many sets of it as tasks ever ran at once, so that none is allocated
 * anew for each tile. What tasks have grown is kept up to a limit. Safe for use by many threads.
 */
public final class ScratchPool implements MemoryBudget.Reserve, AutoCloseable {
  /** The bytes that are kept where nobody says how many. */
  private static final long DEFAULT_KEPT = 64L << 20;

  private final ConcurrentLinkedDeque<TaskBuffers> idle = new ConcurrentLinkedDeque<>();
  private final AtomicLong kept = new AtomicLong();
  private final long maxKept;
  private volatile boolean closed;

  /** A pool that keeps some megabytes. */
  public ScratchPool() {
    this(DEFAULT_KEPT);
  }

  /**
   * A pool.
   *
   * @param maxKept the bytes of buffers that it keeps between tasks, at the most
   */
  public ScratchPool(long maxKept) {
    this.maxKept = maxKept;
  }

  /** The bytes of buffers that wait for tasks. */
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

  /**
   * What one task uses: compression contexts, and a buffer for a tile. For one thread at a time.
   */
  public static final class TaskBuffers {
    private final Scratch scratch = new Scratch();
    private byte[] buffer = new byte[0];
    private byte[] fetched = new byte[0];
    private byte[] validity = new byte[0];
    private int[] offsets = new int[0];

    /** The bytes of these buffers while no task uses them. */
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

    /** Compression contexts and buffers of filters. */
    public Scratch scratch() {
      return scratch;
    }

    /** An array of at least that many bytes, with anything in it. */
    public byte[] buffer(int size) {
      if (buffer.length < size) {
        buffer = new byte[size];
      }
      return buffer;
    }

    /** Another such array, for bytes as they are stored. */
    public byte[] fetched(int size) {
      if (fetched.length < size) {
        fetched = new byte[size];
      }
      return fetched;
    }

    /** Another such array, for the validity of so many cells. */
    public byte[] validity(int cells) {
      if (validity.length < cells) {
        validity = new byte[cells];
      }
      return validity;
    }

    /** An array of at least one number more than there are cells, with anything in it. */
    public int[] offsets(int cells) {
      if (offsets.length <= cells) {
        offsets = new int[Math.addExact(cells, 1)];
      }
      return offsets;
    }
  }

  /** Lends scratch memory to an action, for as long as it runs. */
  public void with(Consumer<TaskBuffers> action) {
    apply(
        buffers -> {
          action.accept(buffers);
          return true;
        });
  }

  /**
   * Lends scratch memory to a function, for as long as it runs.
   *
   * @return its result, which must not refer to that memory
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

  /** Counts the buffers, or empties them where they are too many. */
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
