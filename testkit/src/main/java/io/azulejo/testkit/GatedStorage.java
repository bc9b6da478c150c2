package io.azulejo.testkit;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/**
 * Passes on to another store; reads of files wait at a gate while it is shut, so that tests can do
 * something in the middle of them. Threads that wait can't be interrupted, as one that waits for a
 * disk.
 */
public final class GatedStorage extends ForwardingStorage {
  private static final long POLL_MILLIS = 10;

  private boolean shut;
  private int waiting;
  private int reading;

  /** A gate in front of a store, open. */
  public GatedStorage(Storage inner) {
    super(inner);
  }

  /** Lets reads wait from now on. */
  public synchronized void shut() {
    shut = true;
  }

  /** Lets them go on. */
  public synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Waits until some read waits at the gate. */
  public synchronized void awaitArrival() throws InterruptedException {
    while (waiting == 0) {
      wait();
    }
  }

  /** Waits until a read waits at the gate, or the thread that would send one has ended. */
  public synchronized void awaitArrival(Thread reader) throws InterruptedException {
    while (waiting == 0 && reader.isAlive()) {
      wait(POLL_MILLIS);
    }
  }

  /** The reads that are being done, those that wait among them. */
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
