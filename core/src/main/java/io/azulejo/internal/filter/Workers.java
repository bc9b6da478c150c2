package io.azulejo.internal.filter;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;

/** As many workers as are ever busy at once, so that none is made anew for each tile. */
public final class Workers implements AutoCloseable {
  private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /** What a task uses of its own: compression contexts, and a buffer for a tile. */
  public static final class Worker {
    private final Scratch scratch = new Scratch();
    private byte[] buffer = new byte[0];
    private byte[] validity = new byte[0];
    private int[] offsets = new int[0];

    private Worker() {}

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

  /** Does something with a worker that nobody else uses meanwhile. */
  public void with(Consumer<Worker> action) {
    Worker worker = idle.pollFirst();
    if (worker == null) {
      worker = new Worker();
    }
    try {
      action.accept(worker);
    } finally {
      idle.addFirst(worker);
      if (closed) {
        close();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Worker worker = idle.pollFirst(); worker != null; worker = idle.pollFirst()) {
      worker.scratch().close();
    }
  }
}
