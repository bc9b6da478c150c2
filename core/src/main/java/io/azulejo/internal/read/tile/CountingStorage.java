package io.azulejo.internal.read.tile;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A view of a store that counts the operations of one read or of opening an array. */
public final class CountingStorage extends ForwardingStorage {
  private final ReadCounters counters;
  private final Runnable check;

  /** Creates a view with its own counters. */
  public CountingStorage(Storage inner) {
    this(inner, new ReadCounters(), () -> {});
  }

  /**
   * Creates a view with the counters of a read.
   *
   * @param check runs before each operation and throws if the read has ended
   */
  CountingStorage(Storage inner, ReadCounters counters, Runnable check) {
    super(inner);
    this.counters = counters;
    this.check = check;
  }

  /** Returns the counts so far. */
  public ReadStats stats() {
    return counters.stats();
  }

  private <R> R act(Supplier<R> act) {
    check.run();
    return counters.fetching(act);
  }

  @Override
  public InputFile open(Location file) {
    return counting(openUncounted(file));
  }

  /** Opens a file whose reads are not counted. */
  InputFile openUncounted(Location file) {
    counters.add(Cost.OPENS, 1);
    return act(() -> inner().open(file));
  }

  /** Returns a view of an open file that counts reads. */
  InputFile counting(InputFile file) {
    return new CountedInput(file);
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    Optional<FileTree> tree = act(() -> inner().tree(folder, after));
    if (tree.isPresent()) {
      counters.add(Cost.LISTINGS, 1);
    }
    return tree;
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    counters.add(Cost.LISTINGS, 1);
    return act(() -> inner().findFile(file));
  }

  @Override
  public List<Entry> list(Location folder) {
    counters.add(Cost.LISTINGS, 1);
    return act(() -> inner().list(folder));
  }

  @Override
  public List<String> names(Location folder) {
    counters.add(Cost.LISTINGS, 1);
    return act(() -> inner().names(folder));
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    counters.add(Cost.LISTINGS, 1);
    return act(() -> inner().find(fileOrFolder));
  }

  private final class CountedInput implements InputFile {
    private final InputFile file;

    CountedInput(InputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      return act(file::size);
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      counters.read(length);
      act(
          () -> {
            file.read(position, target, offset, length);
            return null;
          });
    }

    @Override
    public void read(List<Piece> pieces) {
      Piece last = pieces.get(pieces.size() - 1);
      counters.read(last.position() + last.length() - pieces.get(0).position());
      act(
          () -> {
            file.read(pieces);
            return null;
          });
    }

    @Override
    public long readEnd(byte[] target) {
      long size = act(() -> file.readEnd(target));
      counters.read(Math.min(size, target.length));
      return size;
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
