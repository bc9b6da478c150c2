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
 * Passes on to another store and lets operations fail, a machine crash, a disk be full or
 * read-only, bits flip. It also knows which files were left open.
 *
 * <p>Operations are counted from 0 and written down: opening, finding the size, each read, listing,
 * finding, creating, each write, committing, each deletion, and of a folder that of each file in
 * it. Closing is none of them and never fails.
 */
public final class FaultStorage implements Storage {
  /** How an operation fails. */
  public enum Fault {
    /** Nothing was done, and the store says so. */
    BEFORE,
    /**
     * The first half of the bytes of a write was written; of a folder, or of files that are deleted
     * together, every second one that was still there was deleted; of a file that is created in one
     * act there is nothing, but the store does not know; as {@link #BEFORE} for all else.
     */
    HALFWAY,
    /** All was done, but the answer is lost. */
    AFTER
  }

  /** What is counted. */
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

    /** Whether it changes what is stored. */
    public boolean changes() {
      return compareTo(CREATE) >= 0;
    }
  }

  /**
   * What was asked for.
   *
   * @param act what
   * @param location of which file or folder
   * @param bytes that were to be written
   */
  public record Operation(Act act, Location location, long bytes) {
    @Override
    public String toString() {
      return act + " " + location;
    }
  }

  /** Where temporary files would disturb readers: they lie beside. */
  private static final Set<String> CLEAN_FOLDERS =
      Set.of("__schema", "__fragment_meta", "__group", "__meta");

  private final Storage inner;

  /** What was written to files that are not committed, those among them that were given up. */
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

  /** Lets one operation fail and with it all that come after: see {@link #restart}. */
  public synchronized FaultStorage crashAt(long operation, Fault how) {
    failAt(operation, how);
    crashes = true;
    return this;
  }

  /** Deletes the files of folders, and files together, from the last to the first from now on. */
  public synchronized FaultStorage deletingBackwards() {
    backwards = true;
    return this;
  }

  /**
   * Lets the disk be full from when more bytes than these were to be written, where the name of
   * each file takes one; what is deleted gives nothing back. A write writes what there is room for.
   */
  public synchronized FaultStorage fullAfter(long bytes) {
    room = bytes;
    return this;
  }

  /** Refuses all changes from now on, as a folder that may only be read. */
  public synchronized FaultStorage readOnly() {
    readOnly = true;
    return this;
  }

  /** The number of operations so far. */
  public synchronized long operations() {
    return history.size();
  }

  /** The operations so far, by their numbers. */
  public synchronized List<Operation> history() {
    return List.copyOf(history);
  }

  /** Whether the failure that was asked for has come. */
  public synchronized boolean failed() {
    return failing >= 0 && history.size() > failing;
  }

  /**
   * What is found when the machine is on again, where the store in the back is one in memory: what
   * was committed, created in one act or deleted is so; of other files is there what the crash left
   * of them, those among them that were closed without commit, and temporary files.
   */
  public synchronized Storage restart(Survival survival) {
    Storage found = StoredFiles.copy(inner);
    left(survival).forEach(found::createExclusive);
    return found;
  }

  /** What is found when the machine is on again; of outcomes that are equal the first. */
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
  // A fault after an operation hides what it returned.
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
    String message = "operation %d, %s, fails as the test wants it".formatted(number, operation);
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

  /** Takes room on the disk; fails where there is too little. */
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

  /** What a process that ends in the middle of it leaves. */
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

  /** In one act as far as order goes: a crash may leave any of them. */
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

    /** Once: a disk that has failed may lie the second time. */
    @Override
    public void commit() {
      if (committing) {
        throw new AssertionError(location() + " is committed again");
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

    /** After a crash nobody is there to delete the file: {@link FaultStorage#restart} decides. */
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
