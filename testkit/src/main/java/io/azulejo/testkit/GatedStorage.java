package io.azulejo.testkit;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/**
 * A wrapper around a store that lets tests act in the middle of reads. While its gate is shut,
 * reads wait. Waiting threads cannot be interrupted, like threads that wait for a disk.
 */
public final class GatedStorage extends ForwardingStorage {
  private static final long POLL_MILLIS = 10;

  private boolean shut;
  private int waiting;
  private int reading;

  /** Wraps a store. The gate is open at first. */
  public GatedStorage(Storage inner) {
    super(inner);
  }

  /** Shuts the gate, so that new reads wait. */
  public synchronized void shut() {
    shut = true;
  }

  /** Opens the gate, so that waiting reads continue. */
  public synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Blocks until at least one read waits at the gate. */
  public synchronized void awaitArrival() throws InterruptedException {
    while (waiting == 0) {
      wait();
    }
  }

  /**
   * Blocks until a read waits at the gate or a thread has ended.
   *
   * @param reader the thread that is expected to cause the read
   */
  public synchronized void awaitArrival(Thread reader) throws InterruptedException {
    while (waiting == 0 && reader.isAlive()) {
      wait(POLL_MILLIS);
    }
  }

  /** Returns the number of reads in progress, including waiting ones. */
  public synchronized int reading() {
    return reading;
  }

  private synchronized void enter() {
    reading++;
    waiting++;
    notifyAll();
    boolean interrupted = false;
    while (shut) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    waiting--;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void leave() {
    reading--;
  }

  @Override
  public InputFile open(Location file) {
    return new GatedInput(inner().open(file));
  }

  private final class GatedInput extends ForwardingInputFile {

    GatedInput(InputFile file) {
      super(file);
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      enter();
      try {
        super.read(position, target, offset, length);
      } finally {
        leave();
      }
    }
  }
}
