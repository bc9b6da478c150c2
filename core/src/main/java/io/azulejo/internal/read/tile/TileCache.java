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
 * What reads of open arrays fetched more than once, and so may need again: parts of tiles as they
 * are stored, and the chunks of them that are decoded. What is fetched for the first time is just
 * remembered by name, as most of it never comes again, and memory that lives long costs collectors
 * time.
 *
 * <p>Bounded in bytes, also by what work in progress leaves of the memory budget; what was not used
 * for the longest time goes first. An array that is opened anew begins with nothing: what is kept
 * is part of its snapshot, and goes with it. Safe for use by many threads.
 */
public final class TileCache extends BoundedReserve {
  /** Keeps nothing. */
  static final TileCache NONE = new TileCache(0, new MemoryBudget(1));

  /** What an entry takes besides its bytes, about. */
  private static final int ENTRY_BYTES = 256;

  /** The parts that are remembered by name. */
  private static final int MAX_SEEN = 1 << 14;

  /** A read that fetches more than one part in so many of the cache is a scan. */
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
   * An empty cache.
   *
   * @param capacity the most bytes that it holds; 0 to keep nothing
   * @param budget is asked how much is left, and lets this shrink when it is short
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

  /** Forgets everything. */
  public void clear() {
    shrinkTo(0);
  }

  /** What is kept for a new array. */
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

  /** Forgets arrays that nobody can read from any more. */
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

  /** Whether a part was fetched before; it is remembered now. */
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

  /** An entry takes more bytes; others, and in the end itself, make room. */
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
   * Some bytes of a file, as one array sees them.
   *
   * @param array its {@link OfArray#id}
   */
  private record Key(Object array, Location file, long position, long length) {}

  /** Says when an array is gone. */
  private static final class ArrayReference extends WeakReference<OfArray> {
    private final Object id;

    ArrayReference(OfArray array, ReferenceQueue<OfArray> queue) {
      super(array, queue);
      this.id = array.id;
    }
  }

  /** What is kept for an open array, and those that it is refreshed to. */
  public final class OfArray {
    private final Object id = new Object();

    private OfArray() {}

    /** For one read. */
    Reader reader() {
      return new Reader(this);
    }
  }

  /** What one read uses and adds. A scan uses what is there, and leaves the cache as it is. */
  final class Reader {
    private final OfArray array;
    private final AtomicLong asked = new AtomicLong();

    private Reader(OfArray array) {
      this.array = array;
    }

    /** The read is going to need so many more bytes, kept or not. */
    void asks(long wanted) {
      asked.addAndGet(wanted);
    }

    private boolean isScan() {
      return asked.get() > capacity() / SCAN_SHARE;
    }

    /** Gives a part the bytes that it wants; returns whether they were there. */
    boolean give(TilePart part) {
      Kept kept = capacity() == 0 ? null : find(key(part), isScan());
      if (kept != null) {
        part.kept(new Use(kept, this));
      }
      return kept != null;
    }

    /** Keeps the bytes of a part that were fetched, if this is not for the first time. */
    void take(TilePart part) {
      if (isScan()) {
        return;
      }
      Key key = key(part);
      if (wasSeen(key)) {
        Kept kept = new Kept(Slice.of(part.bytes().toBytes()));
        part.kept(new Use(kept, this));
        put(key, kept);
      }
    }

    private Key key(TilePart part) {
      return new Key(array.id, part.file(), part.wantedPosition(), part.wantedLength());
    }
  }

  /** What a read does with a part that is kept. */
  final class Use implements Chunks.Decoded {
    private final Kept kept;
    private final Reader reader;

    private Use(Kept kept, Reader reader) {
      this.kept = kept;
      this.reader = reader;
    }

    /** The part as it is stored. */
    Slice stored() {
      return kept.stored;
    }

    /** As {@link TileCodec#chunks(Slice, long)}. */
    Chunks chunks(TileCodec codec, long size) {
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

  /** The bytes of a part, and those of its chunks that were decoded since it is kept. */
  private final class Kept {
    private final Slice stored;

    /** What it takes in the cache; 0 once it is no longer there. */
    private long bytes;

    private Chunks chunks;
    private byte[][] decoded;

    private Kept(Slice stored) {
      this.stored = stored;
    }

    /** Looks for the chunks once. */
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
