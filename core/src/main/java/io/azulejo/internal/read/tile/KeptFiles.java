package io.azulejo.internal.read.tile;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The data files that an engine keeps open between small reads, because opening a file takes longer
 * than reading a few cells. Each file belongs to one open array. It is closed with the engine, if
 * too many other files were used since, or if its array has become unreachable when the engine
 * opens an array or a file. A file that is closed while a read uses it stays open until that read
 * ends. Thread-safe.
 */
public final class KeptFiles implements AutoCloseable {
  /** Maximum number of files. It is low because a process may have only a few hundred. */
  static final int MAX = 64;

  private static final Class<?> LOCAL = Storage.local().getClass();

  /** The kept files, the least recently used first. */
  private final Map<Object, Kept> byAge = new LinkedHashMap<>(16, 0.75f, true);

  private final Set<ArrayReference> arrays = new HashSet<>();
  private final ReferenceQueue<OfArray> gone = new ReferenceQueue<>();
  private boolean closed;

  /**
   * Returns the files of a newly opened array. Nothing is kept unless the store is the local file
   * system: other stores open files quickly, or check each file that they open.
   */
  public OfArray array(Storage storage) {
    OfArray array = new OfArray(LOCAL.isInstance(storage));
    synchronized (byAge) {
      if (array.keeps) {
        arrays.add(new ArrayReference(array, gone));
      }
      forgetGone();
    }
    return array;
  }

  /** Closes all files. Files that are opened later are closed after each read. */
  @Override
  public void close() {
    synchronized (byAge) {
      closed = true;
      shrinkTo(0);
    }
  }

  /** Closes the files of arrays that have become unreachable. */
  private void forgetGone() {
    for (Reference<?> array = gone.poll(); array != null; array = gone.poll()) {
      arrays.remove(array);
      List.copyOf(((ArrayReference) array).files.values()).forEach(Kept::drop);
    }
  }

  /** Returns the number of files that are kept open. */
  int size() {
    synchronized (byAge) {
      return byAge.size();
    }
  }

  private void shrinkTo(int most) {
    while (byAge.size() > most) {
      byAge.values().iterator().next().drop();
    }
  }

  /** A reference that reports when an array has become unreachable. */
  private static final class ArrayReference extends WeakReference<OfArray> {
    private final Map<Location, Kept> files;

    ArrayReference(OfArray array, ReferenceQueue<OfArray> queue) {
      super(array, queue);
      this.files = array.files;
    }
  }

  /** The files of one open array. */
  public final class OfArray {
    private final Map<Location, Kept> files = new HashMap<>();

    private final boolean keeps;

    private OfArray(boolean keeps) {
      this.keeps = keeps;
    }

    /**
     * Opens a file, or returns a file that an earlier read opened.
     *
     * @param storage counts the operations of the read
     */
    Lent open(CountingStorage storage, Location location) {
      synchronized (byAge) {
        Kept kept = files.get(location);
        if (kept != null) {
          byAge.get(kept.key);
          kept.users++;
          return new Lent(kept, storage.counting(kept.file), true);
        }
      }
      Kept opened = new Kept(files, storage.openUncounted(location));
      synchronized (byAge) {
        forgetGone();
        if (keeps && !closed && files.putIfAbsent(location, opened) == null) {
          opened.dropped = false;
          byAge.put(opened.key, opened);
          shrinkTo(MAX);
        }
      }
      return new Lent(opened, storage.counting(opened.file), false);
    }
  }

  /** An open file. All fields are guarded by the lock of the engine's files. */
  private final class Kept {
    private final Object key = new Object();

    /** The files of the same array. */
    private final Map<Location, Kept> files;

    private final InputFile file;
    private int users = 1;
    private boolean dropped = true;

    Kept(Map<Location, Kept> files, InputFile file) {
      this.files = files;
      this.file = file;
    }

    /** Stops keeping the file, and closes it unless a read uses it. */
    private void drop() {
      if (!dropped) {
        dropped = true;
        byAge.remove(key);
        files.remove(file.location());
        if (users == 0) {
          file.close();
        }
      }
    }
  }

  /** A kept file in use by one read. Closing it ends the use. */
  final class Lent implements OpenFiles.Reusable {
    private final InputFile counted;
    private final boolean reused;
    private @Nullable Kept kept;

    private Lent(Kept kept, InputFile counted, boolean reused) {
      this.kept = kept;
      this.counted = counted;
      this.reused = reused;
    }

    @Override
    public boolean forgetReused() {
      synchronized (byAge) {
        if (reused && kept != null) {
          kept.drop();
        }
        return reused;
      }
    }

    @Override
    public Location location() {
      return counted.location();
    }

    @Override
    public long size() {
      return counted.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      counted.read(position, target, offset, length);
    }

    @Override
    public void close() {
      synchronized (byAge) {
        if (kept != null && --kept.users == 0 && kept.dropped) {
          kept.file.close();
        }
        kept = null;
      }
    }
  }
}
