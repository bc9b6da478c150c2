package io.azulejo.internal.filter;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Scratch memory of tasks: as many sets of it as tasks ever ran at once, so that none is allocated
 * anew for each tile. Safe for use by many threads.
 */
public final class ScratchPool implements AutoCloseable {
  private final ConcurrentLinkedDeque<TaskBuffers> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /**
   * What one task uses: compression contexts, and a buffer for a tile. For one thread at a time.
   */
  public static final class TaskBuffers {
    private final Scratch scratch = new Scratch();
    private byte[] buffer = new byte[0];
    private byte[] validity = new byte[0];
    private int[] offsets = new int[0];

    private TaskBuffers() {}

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
    try {
      return function.apply(buffers);
    } finally {
      idle.addFirst(buffers);
      if (closed) {
        close();
      }
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
