package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A wrapper around a store that records its calls, so that tests can check them. */
public final class TrackingStorage implements Storage {
  /** The kinds of calls. */
  public enum Act {
    OPEN,
    SIZE,
    READ,
    CLOSE,
    LIST,
    FIND,
    CREATE,
    WRITE,
    COMMIT,
    CREATE_EXCLUSIVE,
    DELETE,
    DELETE_FOLDER
  }

  /**
   * A recorded call.
   *
   * @param act the kind of call
   * @param path the path of the file or folder
   * @param position the position in the file at which a read or write starts; 0 for other calls
   * @param length the number of bytes to read, write or create; 0 for other calls
   */
  public record Operation(Act act, String path, long position, long length) {}

  private final Storage inner;
  private final StorageTraits traits;
  private final List<Operation> operations = new ArrayList<>();

  /** Wraps a store and declares its reads slow, so that the engine prefetches. */
  public TrackingStorage(Storage inner) {
    this(inner, inner.traits().withReadsFast(false));
  }

  private TrackingStorage(Storage inner, StorageTraits traits) {
    this.inner = inner;
    this.traits = traits;
  }

  /** Wraps a store and keeps its traits, including the speed of its reads. */
  public static TrackingStorage asItIs(Storage inner) {
    return new TrackingStorage(inner, inner.traits());
  }

  /** Returns all calls since creation or the last {@link #forget}, in order. */
  public synchronized List<Operation> operations() {
    return List.copyOf(operations);
  }

  /** Returns the calls of one kind, in order. */
  public List<Operation> operations(Act act) {
    return operations().stream().filter(operation -> operation.act() == act).toList();
  }

  /** Returns the calls of one kind for a location, in order. */
  public List<Operation> operations(Act act, Location location) {
    return operations(act).stream()
        .filter(operation -> operation.path().equals(location.path()))
        .toList();
  }

  /** Returns the total number of bytes that reads requested since the last {@link #forget}. */
  public long bytesRead() {
    return operations(Act.READ).stream().mapToLong(Operation::length).sum();
  }

  /** Forgets all recorded calls. */
  public synchronized void forget() {
    operations.clear();
  }

  private synchronized void note(Act act, Location location, long position, long length) {
    operations.add(new Operation(act, location.path(), position, length));
  }

  private void note(Act act, Location location) {
    note(act, location, 0, 0);
  }

  @Override
  public StorageTraits traits() {
    return traits;
  }

  @Override
  public InputFile open(Location file) {
    note(Act.OPEN, file);
    return new TrackedInput(inner.open(file));
  }

  @Override
  public OutputFile create(Location file) {
    note(Act.CREATE, file);
    return new TrackedOutput(inner.create(file));
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    note(Act.CREATE_EXCLUSIVE, file, 0, content.length);
    inner.createExclusive(file, content);
  }

  @Override
  public List<Entry> list(Location folder) {
    note(Act.LIST, folder);
    return inner.list(folder);
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    note(Act.FIND, fileOrFolder);
    return inner.find(fileOrFolder);
  }

  @Override
  public OptionalLong modified(Location file) {
    note(Act.FIND, file);
    return inner.modified(file);
  }

  @Override
  public void delete(Location file) {
    note(Act.DELETE, file);
    inner.delete(file);
  }

  @Override
  public void deleteFolder(Location folder) {
    note(Act.DELETE_FOLDER, folder);
    inner.deleteFolder(folder);
  }

  private final class TrackedInput extends ForwardingInputFile {
    private final InputFile file;

    TrackedInput(InputFile file) {
      super(file);
      this.file = file;
    }

    @Override
    public long size() {
      note(Act.SIZE, location());
      return super.size();
    }

    @Override
    public long readEnd(byte[] target) {
      long size = file.readEnd(target);
      long length = Math.min(size, target.length);
      note(Act.READ, location(), size - length, length);
      return size;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      note(Act.READ, location(), position, length);
      super.read(position, target, offset, length);
    }

    /** Records one read, from the start of the first piece to the end of the last. */
    @Override
    public void read(List<Piece> pieces) {
      long from = pieces.get(0).position();
      Piece last = pieces.get(pieces.size() - 1);
      note(Act.READ, location(), from, last.position() + last.length() - from);
      file.read(pieces);
    }

    @Override
    public void close() {
      note(Act.CLOSE, location());
      super.close();
    }
  }

  private final class TrackedOutput extends ForwardingOutputFile {

    TrackedOutput(OutputFile file) {
      super(file);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      note(Act.WRITE, location(), size(), length);
      super.write(source, offset, length);
    }

    @Override
    public void commit() {
      note(Act.COMMIT, location());
      super.commit();
    }

    @Override
    public void close() {
      note(Act.CLOSE, location());
      super.close();
    }
  }
}
