package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Passes on to another store; reads of files wait at a gate while it is shut, so that tests can do
 * something in the middle of them. Threads that wait can't be interrupted, as one that waits for a
 * disk.
 */
public final class GatedStorage implements Storage {
  private final Storage inner;
  private boolean shut;
  private int waiting;
  private int reading;

  /** A gate in front of a store, open. */
  public GatedStorage(Storage inner) {
    this.inner = inner;
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
    return new GatedInput(inner.open(file));
  }

  @Override
  public OutputFile create(Location file) {
    return inner.create(file);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    inner.createExclusive(file, content);
  }

  @Override
  public List<Entry> list(Location folder) {
    return inner.list(folder);
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return inner.find(fileOrFolder);
  }

  @Override
  public OptionalLong modified(Location file) {
    return inner.modified(file);
  }

  @Override
  public void delete(Location file) {
    inner.delete(file);
  }

  @Override
  public void deleteFolder(Location folder) {
    inner.deleteFolder(folder);
  }

  private final class GatedInput implements InputFile {
    private final InputFile file;

    GatedInput(InputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      enter();
      try {
        file.read(position, target, offset, length);
      } finally {
        leave();
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
