package io.azulejo.testkit;

import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A wrapper around a store that simulates failed operations, a machine crash, a full or read-only
 * disk, and flipped bits. It also tracks files that were left open.
 *
 * <p>Operations are recorded and counted from 0. These operations count: opening a file, finding
 * its size, each read, listing, finding, creating, each write, committing, moving and each
 * deletion. Deleting a folder counts each of its files and the folder itself. Closing is not
 * counted and never fails.
 */
public final class FaultStorage implements Storage {
  /** The progress of an operation at the moment when it fails. */
  public enum Fault {
    /** The operation had no effect, and the exception says so. */
    BEFORE,
    /**
     * The operation was half done. A write has written the first half of its bytes. A deletion of a
     * folder or of several files has deleted every second remaining file. All other operations had
     * no effect, but the exception does not say so.
     */
    HALFWAY,
    /** The operation was completed, but it reports a failure. */
    AFTER
  }

  /** The kinds of operations that are counted. */
  public enum Act {
    OPEN,
    SIZE,
    READ,
    LIST,
    FIND,
    CREATE,
    WRITE,
    COMMIT,
    CREATE_EXCLUSIVE,
    DELETE,
    MOVE;

    /** Returns whether operations of this kind change the store. */
    public boolean changes() {
      return compareTo(CREATE) >= 0;
    }
  }

  /**
   * A recorded operation.
   *
   * @param act the kind of operation
   * @param location the file or folder; the source folder for a move
   * @param bytes the disk space that the operation takes, including one byte for a new file name; 0
   *     if it takes none
   */
  public record Operation(Act act, Location location, long bytes) {
    @Override
    public String toString() {
      return act + " " + location;
    }
  }

  /**
   * Names of folders in which temporary files would disturb readers. Their temporary files are
   * created in the parent folder.
   */
  private static final Set<String> CLEAN_FOLDERS =
      Set.of("__schema", "__fragment_meta", "__group", "__meta");

  private final Storage inner;

  /** Contents of uncommitted files, including abandoned ones. */
  private final Map<Location, ByteArrayOutputStream> drafts = new LinkedHashMap<>();

  private final List<Location> open = new ArrayList<>();
  private final List<Operation> history = new ArrayList<>();
  private final Map<Location, Map<Long, Integer>> flips = new HashMap<>();
  private long failing = -1;
  private Fault fault = Fault.BEFORE;
  private boolean crashes;
  private boolean crashed;
  private boolean backwards;
  private boolean readOnly;
  private long room = Long.MAX_VALUE;

  /** Wraps a store. No operation fails until a test asks for it. */
  public FaultStorage(Storage inner) {
    this.inner = inner;
  }

  /**
   * Makes one operation fail; later ones succeed. Replaces an earlier request for a failure.
   *
   * @param operation the number of the operation, counted from 0 since this wrapper was created
   * @param how the progress of the operation when it fails
   * @return this store
   */
  public synchronized FaultStorage failAt(long operation, Fault how) {
    failing = operation;
    fault = how;
    crashes = false;
    return this;
  }

  /**
   * Makes one operation and all later ones fail, as in a crash. The later ones have no effect. Use
   * {@link #restart} to look at the remaining files.
   *
   * @param operation the number of the first operation to fail, counted from 0 since this wrapper
   *     was created
   * @param how the progress of the first operation when it fails
   * @return this store
   */
  public synchronized FaultStorage crashAt(long operation, Fault how) {
    failAt(operation, how);
    crashes = true;
    return this;
  }

  /**
   * Makes later deletions of a folder or of several files start with the last file.
   *
   * @return this store
   */
  public synchronized FaultStorage deletingBackwards() {
    backwards = true;
    return this;
  }

  /**
   * Simulates a disk that becomes full. Each file name takes one byte, and deletions free nothing.
   * A write that does not fit writes as many bytes as it can.
   *
   * @param bytes the free space, in bytes, from now on
   * @return this store
   */
  public synchronized FaultStorage fullAfter(long bytes) {
    room = bytes;
    return this;
  }

  /**
   * Makes this store reject all later changes, like a read-only folder.
   *
   * @return this store
   */
  public synchronized FaultStorage readOnly() {
    readOnly = true;
    return this;
  }

  /** Returns the number of operations so far. */
  public synchronized long operations() {
    return history.size();
  }

  /** Returns all operations so far, in order. The index is the number of the operation. */
  public synchronized List<Operation> history() {
    return List.copyOf(history);
  }

  /**
   * Returns whether the operation that was to fail has been executed. Returns false if none was to
   * fail.
   */
  public synchronized boolean failed() {
    return failing >= 0 && history.size() > failing;
  }

  /**
   * Returns the state after a restart, as a new in-memory store. The wrapped store must be in
   * memory. Committed files, atomic creations and deletions persist.
   *
   * @param survival the outcome for all other files, including temporary files and files closed
   *     without a commit
   */
  public synchronized Storage restart(Survival survival) {
    Storage found = StoredFiles.copy(inner);
    left(survival).forEach(found::createExclusive);
    return found;
  }

  /**
   * Returns the state after a restart for each outcome. If several outcomes leave the same files,
   * only the first one is included.
   */
  public synchronized Map<Survival, Storage> restarts(List<Survival> survivals) {
    Map<Map<Location, ByteBuffer>, Survival> different = new LinkedHashMap<>();
    for (Survival survival : survivals) {
      Map<Location, ByteBuffer> outcome = new HashMap<>();
      left(survival).forEach((file, bytes) -> outcome.put(file, ByteBuffer.wrap(bytes)));
      different.putIfAbsent(outcome, survival);
    }
    Map<Survival, Storage> found = new LinkedHashMap<>();
    different.values().forEach(survival -> found.put(survival, restart(survival)));
    return found;
  }

  private Map<Location, byte[]> left(Survival survival) {
    Map<Location, byte[]> left = new LinkedHashMap<>();
    drafts.forEach(
        (file, written) ->
            survival
                .left(file, written.toByteArray())
                .filter(bytes -> inner.find(file).isEmpty())
                .ifPresent(bytes -> left.put(file, bytes)));
    return left;
  }

  /**
   * Makes reads see one flipped bit of a file. Flipping the same bit again restores it.
   *
   * @param file the file
   * @param position the position of the byte in the file, from 0
   * @param bit the bit to flip in the byte, from 0 to 7
   * @return this store
   */
  public synchronized FaultStorage flip(Location file, long position, int bit) {
    flips
        .computeIfAbsent(file, f -> new HashMap<>())
        .merge(position, 1 << bit, (before, mask) -> before ^ mask);
    return this;
  }

  /**
   * Returns the files that were opened or created and not closed. A file that is open twice is
   * listed twice.
   */
  public synchronized List<Location> leaked() {
    return List.copyOf(open);
  }

  /** Records an operation and executes it, or fails before, halfway through or after it. */
  // If an operation fails after its execution, its result is discarded.
  @SuppressWarnings("ReturnValueIgnored")
  private synchronized <T> T operate(Operation operation, Supplier<T> whole, Runnable half) {
    long number = history.size();
    history.add(operation);
    if (crashed) {
      throw failure(operation, number, false);
    }
    if (readOnly && operation.act().changes()) {
      throw refused(operation, "permission denied", false);
    }
    if (number != failing) {
      return whole.get();
    }
    crashed = crashes;
    if (fault == Fault.HALFWAY) {
      half.run();
    } else if (fault == Fault.AFTER) {
      whole.get();
    }
    throw failure(operation, number, fault == Fault.BEFORE);
  }

  private <T> T operate(Act act, Location location, Supplier<T> whole) {
    return operate(new Operation(act, location, 0), whole, () -> {});
  }

  private void act(Operation operation, Runnable whole, Runnable half) {
    operate(
        operation,
        () -> {
          whole.run();
          return null;
        },
        half);
  }

  private static StorageException failure(Operation operation, long number, boolean withoutEffect) {
    String place = operation.location().toString();
    String message =
        "operation %d, %s, fails as requested by the test".formatted(number, operation);
    return withoutEffect
        ? StorageException.withoutEffect(message, place, null, false)
        : new StorageException(message, place, null, false);
  }

  private static StorageException refused(Operation operation, String why, boolean retryable) {
    String act =
        switch (operation.act()) {
          case DELETE -> "delete";
          case WRITE -> "write";
          case COMMIT -> "make durable";
          default -> "create";
        };
    String place = operation.location().toString();
    return StorageException.withoutEffect(
        "cannot %s %s: %s".formatted(act, place, why), place, null, retryable);
  }

  /**
   * Takes space on the disk. If too little is left, the disk becomes full and the operation fails.
   */
  private void take(Operation operation, long bytes) {
    if (bytes > room) {
      room = 0;
      throw refused(operation, "No space left on device", true);
    }
    room -= bytes;
  }

  @Override
  public StorageTraits traits() {
    return inner.traits().withReadsFast(false);
  }

  @Override
  public InputFile open(Location file) {
    FaultyInput input =
        operate(
            Act.OPEN,
            file,
            () -> {
              FaultyInput made = new FaultyInput(inner.open(file));
              if (history.size() - 1 == failing) {
                made.file.close();
              }
              return made;
            });
    opened(file);
    return input;
  }

  @Override
  public OutputFile create(Location file) {
    Operation operation = new Operation(Act.CREATE, file, 1);
    FaultyOutput output =
        operate(
            operation,
            () -> {
              take(operation, 1);
              FaultyOutput made = new FaultyOutput(inner.create(file));
              drafts.put(file, made.written);
              return made;
            },
            () -> {});
    opened(file);
    return output;
  }

  private synchronized void opened(Location file) {
    open.add(file);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    Operation operation = new Operation(Act.CREATE_EXCLUSIVE, file, content.length + 1L);
    act(
        operation,
        () -> {
          take(operation, operation.bytes());
          inner.createExclusive(file, content);
          drafts.remove(file);
          leaveTemporary(file, content);
        },
        () -> leaveTemporary(file, content));
  }

  /**
   * Leaves the temporary file of an atomic creation if the process crashes during that operation.
   */
  private void leaveTemporary(Location file, byte[] content) {
    if (crashed && content.length > 0) {
      Location folder = file.parent();
      Location place = CLEAN_FOLDERS.contains(folder.name()) ? folder.parent() : folder;
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      written.writeBytes(content);
      drafts.put(place.resolve(".%016x.tmp".formatted(history.size())), written);
    }
  }

  @Override
  public List<Entry> list(Location folder) {
    return operate(Act.LIST, folder, () -> inner.list(folder));
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return operate(Act.FIND, fileOrFolder, () -> inner.find(fileOrFolder));
  }

  @Override
  public OptionalLong modified(Location file) {
    return operate(Act.FIND, file, () -> inner.modified(file));
  }

  @Override
  public void delete(Location file) {
    act(new Operation(Act.DELETE, file, 0), () -> remove(file), () -> {});
  }

  private void remove(Location file) {
    inner.delete(file);
    drafts.remove(file);
  }

  /** Deletes the files one by one, and counts each as an operation of its own. */
  @Override
  public void delete(List<Location> files) {
    List<Location> ordered = new ArrayList<>(files);
    if (backwards) {
      Collections.reverse(ordered);
    }
    for (int i = 0; i < ordered.size(); i++) {
      int next = i;
      act(
          new Operation(Act.DELETE, ordered.get(i), 0),
          () -> remove(ordered.get(next)),
          () -> {
            for (int j = next; j < ordered.size(); j += 2) {
              remove(ordered.get(j));
            }
          });
    }
  }

  @Override
  public void deleteFolder(Location folder) {
    List<Location> files = new ArrayList<>(StoredFiles.below(inner, folder));
    if (backwards) {
      Collections.reverse(files);
    }
    for (int i = 0; i < files.size(); i++) {
      int next = i;
      act(
          new Operation(Act.DELETE, files.get(i), 0),
          () -> remove(files.get(next)),
          () -> {
            for (int j = next; j < files.size(); j += 2) {
              remove(files.get(j));
            }
          });
    }
    act(
        new Operation(Act.DELETE, folder, 0),
        () -> {
          inner.deleteFolder(folder);
          drafts.keySet().removeIf(file -> file.path().startsWith(folder.path() + "/"));
        },
        () -> {});
  }

  @Override
  public void deleteEmptyFolder(Location folder) {
    operate(
        Act.DELETE,
        folder,
        () -> {
          inner.deleteEmptyFolder(folder);
          return null;
        });
  }

  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    return operate(Act.MOVE, fromFolder, () -> inner.tryMove(fromFolder, toFolder));
  }

  private final class FaultyInput extends ForwardingInputFile {
    private final InputFile file;
    private boolean closed;

    FaultyInput(InputFile file) {
      super(file);
      this.file = file;
    }

    @Override
    public long size() {
      return operate(Act.SIZE, location(), file::size);
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      operate(
          Act.READ,
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
            return null;
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

  private final class FaultyOutput extends ForwardingOutputFile {
    private final OutputFile file;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private boolean committing;
    private boolean closed;

    FaultyOutput(OutputFile file) {
      super(file);
      this.file = file;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      Operation operation = new Operation(Act.WRITE, location(), length);
      act(
          operation,
          () -> {
            append(source, offset, (int) Math.min(length, room));
            take(operation, length);
          },
          () -> append(source, offset, length / 2));
    }

    private void append(byte[] source, int offset, int length) {
      file.write(source, offset, length);
      written.write(source, offset, length);
    }

    /** Rejects a second commit, because a failed disk may report success the second time. */
    @Override
    public void commit() {
      if (committing) {
        throw new AssertionError(location() + " was committed twice");
      }
      committing = true;
      act(
          new Operation(Act.COMMIT, location(), 0),
          () -> {
            file.commit();
            drafts.remove(location());
          },
          () -> {});
    }

    /**
     * Does not delete the file after a crash: {@link FaultStorage#restart} decides how much of it
     * is left.
     */
    @Override
    public void close() {
      synchronized (FaultStorage.this) {
        if (!closed) {
          closed = true;
          open.remove(location());
        }
        if (!crashed) {
          file.close();
        }
      }
    }
  }
}
