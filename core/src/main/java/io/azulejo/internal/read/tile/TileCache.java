package io.azulejo.internal.read.tile;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.runtime.BoundedReserve;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A cache of tile parts that reads have fetched more than once, in stored form, with their decoded
 * chunks. A part that is fetched for the first time is only remembered by name. Most parts are
 * never needed again, and long-lived memory makes garbage collection slower.
 *
 * <p>The size is limited by a number of bytes and by what other work leaves of the memory budget.
 * Least recently used parts are removed first. Entries belong to the snapshot of an open array and
 * are dropped with it, so that opening an array again starts with an empty cache. Thread-safe.
 */
public final class TileCache extends BoundedReserve {
  /** A cache that does not keep anything. */
  static final TileCache NONE = new TileCache(0, new MemoryBudget(1));

  /** Approximate overhead of an entry in bytes. */
  private static final int ENTRY_BYTES = 256;

  /** Maximum number of parts that are remembered by name. */
  private static final int MAX_SEEN = 1 << 14;

  /**
   * A read is a scan if it requests more bytes than the cache's capacity divided by this number.
   */
  private static final int SCAN_SHARE = 4;

  private final Map<Key, Kept> parts = new LinkedHashMap<>();
  private final Set<ArrayReference> arrays = new HashSet<>();
  private final ReferenceQueue<OfArray> gone = new ReferenceQueue<>();
  private final Map<Key, Boolean> seen =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
          return size() > MAX_SEEN;
        }
      };

  /**
   * Creates an empty cache.
   *
   * @param capacity maximum size in bytes; 0 disables the cache
   * @param budget the budget that the cache shares and yields to
   */
  public TileCache(long capacity, MemoryBudget budget) {
    super(capacity, budget);
    register();
  }

  @Override
  public synchronized void shrinkTo(long most) {
    Iterator<Kept> oldest = parts.values().iterator();
    while (bytes() > most && oldest.hasNext()) {
      drop(oldest.next());
      oldest.remove();
    }
  }

  /** Removes all entries. */
  public void clear() {
    shrinkTo(0);
  }

  /** Returns the cache of a newly opened array. */
  public OfArray array() {
    OfArray array = new OfArray();
    if (capacity() > 0) {
      synchronized (this) {
        arrays.add(new ArrayReference(array, gone));
        forgetGone();
      }
    }
    return array;
  }

  /** Removes the entries of arrays that have become unreachable. */
  private void forgetGone() {
    for (Reference<?> array = gone.poll(); array != null; array = gone.poll()) {
      Object id = ((ArrayReference) array).id;
      arrays.remove(array);
      seen.keySet().removeIf(key -> key.array == id);
      parts
          .entrySet()
          .removeIf(
              entry -> {
                boolean of = entry.getKey().array == id;
                if (of) {
                  drop(entry.getValue());
                }
                return of;
              });
    }
  }

  private void drop(Kept kept) {
    count(-kept.bytes);
    kept.bytes = 0;
  }

  private synchronized Kept find(Key key, boolean isScan) {
    Kept kept = parts.get(key);
    if (kept != null && !isScan) {
      parts.remove(key);
      parts.put(key, kept);
    }
    return kept;
  }

  /** Returns whether a part was fetched before, and remembers it. */
  private synchronized boolean wasSeen(Key key) {
    forgetGone();
    return seen.put(key, true) != null;
  }

  private synchronized void put(Key key, Kept kept) {
    seen.remove(key);
    if (parts.putIfAbsent(key, kept) == null) {
      grow(kept, kept.stored.length() + ENTRY_BYTES);
    }
  }

  /**
   * Adds to the size of an entry. Older entries, and finally this entry itself, are removed to make
   * room.
   */
  private void grow(Kept kept, long more) {
    kept.bytes += more;
    count(more);
    fit();
  }

  private synchronized void growIfThere(Kept kept, long more) {
    if (kept.bytes > 0) {
      grow(kept, more);
    }
  }

  /**
   * A range of bytes in a file, as part of one open array.
   *
   * @param array the {@link OfArray#id}
   */
  private record Key(Object array, Location file, long position, long length) {}

  /** A reference that reports when an array has become unreachable. */
  private static final class ArrayReference extends WeakReference<OfArray> {
    private final Object id;

    ArrayReference(OfArray array, ReferenceQueue<OfArray> queue) {
      super(array, queue);
      this.id = array.id;
    }
  }

  /** The cache of one open array and of the arrays that it is refreshed to. */
  public final class OfArray {
    private final Object id = new Object();

    private OfArray() {}

    /** Returns the cache's view for one read. */
    Reader reader() {
      return new Reader(this);
    }
  }

  /** The view of one read. A scan uses existing entries, but does not change the cache. */
  final class Reader {
    private final OfArray array;
    private final AtomicLong asked = new AtomicLong();

    private Reader(OfArray array) {
      this.array = array;
    }

    /** Adds to the number of bytes that the read requests, cached or not. */
    void asks(long wanted) {
      asked.addAndGet(wanted);
    }

    private boolean isScan() {
      return asked.get() > capacity() / SCAN_SHARE;
    }

    /** Provides a part with its bytes if they are cached. Returns whether they were. */
    boolean give(TilePart part) {
      Kept kept = capacity() == 0 ? null : find(key(part), isScan());
      if (kept != null) {
        part.fetched(new Use(kept, this));
      }
      return kept != null;
    }

    /** Stores the fetched bytes of a part, unless they were fetched for the first time. */
    void take(TilePart part) {
      if (isScan()) {
        return;
      }
      Key key = key(part);
      if (wasSeen(key)) {
        Kept kept = new Kept(Slice.of(part.bytes().toBytes()));
        part.fetched(new Use(kept, this));
        put(key, kept);
      }
    }

    private Key key(TilePart part) {
      return new Key(array.id, part.file(), part.wantedPosition(), part.wantedLength());
    }
  }

  /** A read's access to a cached part. */
  final class Use implements TilePart.Cached, Chunks.Decoded {
    private final Kept kept;
    private final Reader reader;

    private Use(Kept kept, Reader reader) {
      this.kept = kept;
      this.reader = reader;
    }

    @Override
    public Slice stored() {
      return kept.stored;
    }

    /** Returns the chunks of the part. Decoded chunks are cached. */
    @Override
    public Chunks chunks(TileCodec codec, long size) {
      return kept.chunks(codec, size).cachedIn(this);
    }

    @Override
    public byte[] get(int chunk) {
      return kept.get(chunk);
    }

    @Override
    public void put(int chunk, byte[] unfiltered) {
      if (!reader.isScan() && kept.put(chunk, unfiltered)) {
        growIfThere(kept, unfiltered.length);
      }
    }
  }

  /** An entry: the stored bytes of a part and its chunks that were decoded since. */
  private final class Kept {
    private final Slice stored;

    /** Size of the entry in bytes; 0 after it was removed. */
    private long bytes;

    private Chunks chunks;
    private byte[][] decoded;

    private Kept(Slice stored) {
      this.stored = stored;
    }

    /** Returns the chunks and parses them only on the first call. */
    private synchronized Chunks chunks(TileCodec codec, long size) {
      if (chunks == null || chunks.start(chunks.count()) != size) {
        chunks = codec.chunks(stored, size);
        decoded = new byte[chunks.count()][];
      }
      return chunks;
    }

    private synchronized byte[] get(int chunk) {
      return decoded[chunk];
    }

    private synchronized boolean put(int chunk, byte[] unfiltered) {
      boolean isNew = decoded[chunk] == null;
      decoded[chunk] = unfiltered;
      return isNew;
    }
  }
}
