package io.azulejo.testkit;

import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Passes on to another store and lets operations fail, a machine crash, bits flip. It also knows
 * which files were left open.
 *
 * <p>Operations are counted from 0: opening, finding the size, each read, listing, finding,
 * creating, each write, committing, deleting. Closing is none of them and never fails.
 */
public final class FaultStorage implements Storage {
  /** How an operation fails. */
  public enum Fault {
    /** Nothing was done. */
    BEFORE,
    /** The first half of the bytes of a write was written; as {@link #BEFORE} for all else. */
    HALFWAY,
    /** All was done, but the answer is lost. */
    AFTER
  }

  private final Storage inner;
  private final Set<OutputFile> uncommitted = new LinkedHashSet<>();
  private final List<Location> open = new ArrayList<>();
  private final Map<Location, Map<Long, Integer>> flips = new HashMap<>();
  private long operations;
  private long failing = -1;
  private Fault fault = Fault.BEFORE;
  private boolean crashes;
  private boolean crashed;

  /** Faults in front of a store. */
  public FaultStorage(Storage inner) {
    this.inner = inner;
  }

  /** Lets one operation fail; those after it succeed. */
  public synchronized FaultStorage failAt(long operation, Fault how) {
    failing = operation;
    fault = how;
    crashes = false;
    return this;
  }

  /** Lets one operation fail and with it all that come after, until {@link #restart}. */
  public synchronized FaultStorage crashAt(long operation, Fault how) {
    failAt(operation, how);
    crashes = true;
    return this;
  }

  /** The number of operations so far. */
  public synchronized long operations() {
    return operations;
  }

  /** Whether the failure that was asked for has come. */
  public synchronized boolean failed() {
    return failing >= 0 && operations > failing;
  }

  /**
   * What is found when the machine is on again.
   *
   * @param keepTorn whether files that were being written are there with what was written so far,
   *     which a crash may leave as well as nothing
   * @return the store, without faults
   */
  public synchronized Storage restart(boolean keepTorn) {
    for (OutputFile file : uncommitted) {
      if (keepTorn) {
        file.commit();
      }
      file.close();
    }
    uncommitted.clear();
    open.clear();
    return inner;
  }

  /** Lets reads see a bit (0 to 7) of a byte of a file flipped. */
  public synchronized FaultStorage flip(Location file, long position, int bit) {
    flips
        .computeIfAbsent(file, f -> new HashMap<>())
        .merge(position, 1 << bit, (before, mask) -> before ^ mask);
    return this;
  }

  /** The files that were opened or created and not closed. */
  public synchronized List<Location> leaked() {
    return List.copyOf(open);
  }

  /** Does an operation, or fails instead, or halfway, or after it. */
  private synchronized <T> T operate(Location location, Operation<T> whole, Runnable half) {
    long number = operations++;
    if (crashed) {
      throw failure(location, number);
    }
    if (number != failing) {
      return whole.run();
    }
    crashed = crashes;
    if (fault == Fault.HALFWAY) {
      half.run();
    } else if (fault == Fault.AFTER) {
      whole.run();
    }
    throw failure(location, number);
  }

  private interface Operation<T> {
    T run();
  }

  private <T> T operate(Location location, Operation<T> whole) {
    return operate(location, whole, () -> {});
  }

  private void act(Location location, Runnable whole) {
    operate(
        location,
        () -> {
          whole.run();
          return null;
        });
  }

  private static StorageException failure(Location location, long number) {
    return new StorageException(
        "operation %d, on %s, fails as the test wants it".formatted(number, location),
        location.toString(),
        null,
        false);
  }

  @Override
  public InputFile open(Location file) {
    FaultyInput input =
        operate(
            file,
            () -> {
              FaultyInput made = new FaultyInput(inner.open(file));
              if (operations - 1 == failing) {
                made.file.close();
              }
              return made;
            });
    opened(file);
    return input;
  }

  @Override
  public OutputFile create(Location file) {
    FaultyOutput output =
        operate(
            file,
            () -> {
              FaultyOutput made = new FaultyOutput(inner.create(file));
              uncommitted.add(made.file);
              return made;
            });
    opened(file);
    return output;
  }

  private synchronized void opened(Location file) {
    open.add(file);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    act(file, () -> inner.createExclusive(file, content));
  }

  @Override
  public List<Entry> list(Location folder) {
    return operate(folder, () -> inner.list(folder));
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return operate(fileOrFolder, () -> inner.find(fileOrFolder));
  }

  @Override
  public void delete(Location file) {
    act(file, () -> inner.delete(file));
  }

  @Override
  public void deleteFolder(Location folder) {
    act(folder, () -> inner.deleteFolder(folder));
  }

  private final class FaultyInput implements InputFile {
    private final InputFile file;
    private boolean closed;

    FaultyInput(InputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      return operate(location(), file::size);
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      act(
          location(),
          () -> {
            file.read(position, target, offset, length);
            flips
                .getOrDefault(location(), Map.of())
                .forEach(
                    (at, mask) -> {
                      if (at >= position && at < position + length) {
                        target[offset + (int) (at - position)] ^= (byte) (int) mask;
                      }
                    });
          });
    }

    @Override
    public void close() {
      synchronized (FaultStorage.this) {
        if (!closed) {
          closed = true;
          open.remove(location());
        }
        file.close();
      }
    }
  }

  private final class FaultyOutput implements OutputFile {
    private final OutputFile file;
    private boolean closed;

    FaultyOutput(OutputFile file) {
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
    public void write(byte[] source, int offset, int length) {
      operate(
          location(),
          () -> {
            file.write(source, offset, length);
            return null;
          },
          () -> file.write(source, offset, length / 2));
    }

    @Override
    public void commit() {
      act(
          location(),
          () -> {
            file.commit();
            uncommitted.remove(file);
          });
    }

    /** After a crash nobody is there to delete the file: {@link FaultStorage#restart} decides. */
    @Override
    public void close() {
      synchronized (FaultStorage.this) {
        if (!closed) {
          closed = true;
          open.remove(location());
        }
        if (!crashed && uncommitted.remove(file)) {
          file.close();
        }
      }
    }
  }
}
