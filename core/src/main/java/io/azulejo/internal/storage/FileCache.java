package io.azulejo.internal.storage;

import io.azulejo.internal.runtime.BoundedReserve;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * An in-memory cache of small files, which contains byte ranges and sizes by file. If work in
 * progress needs memory, the cache shrinks to the remainder of the memory budget. The least
 * recently used files are dropped first. Thread-safe.
 */
public final class FileCache extends BoundedReserve {
  /** Approximate overhead per file in bytes. */
  private static final int FILE_BYTES = 300;

  private final Map<Location, Held> files = new LinkedHashMap<>(16, 0.75f, true);

  /** The cached byte ranges and the size of a file. */
  private static final class Held {
    private long size = -1;
    private final NavigableMap<Long, byte[]> ranges = new TreeMap<>();
    private long bytes;
  }

  /**
   * Creates an empty cache.
   *
   * @param capacity maximum number of bytes; 0 to disable the cache
   * @param budget the memory budget, which shrinks this cache when memory is short
   */
  public FileCache(long capacity, MemoryBudget budget) {
    super(capacity, budget);
    register();
  }

  /** Returns the size of a file in bytes, or empty if it is not known. */
  synchronized OptionalLong size(Location file) {
    Held held = files.get(file);
    return held == null || held.size < 0 ? OptionalLong.empty() : OptionalLong.of(held.size);
  }

  /**
   * Copies a range of a file to an array. Returns false, with nothing copied, unless one cached
   * range contains all of it.
   */
  synchronized boolean copy(Location file, long position, byte[] target, int offset, int length) {
    Held held = files.get(file);
    Map.Entry<Long, byte[]> range = held == null ? null : held.ranges.floorEntry(position);
    if (range == null) {
      return false;
    }
    long from = position - range.getKey();
    if (from > range.getValue().length - length) {
      return false;
    }
    System.arraycopy(range.getValue(), (int) from, target, offset, length);
    return true;
  }

  /**
   * Returns the last {@code length} bytes of a file, or the whole file if it is shorter. Empty if
   * they are not cached.
   */
  synchronized Optional<byte[]> end(Location file, int length) {
    Held held = files.get(file);
    if (held == null || held.size < 0) {
      return Optional.empty();
    }
    byte[] end = new byte[(int) Math.min(held.size, length)];
    return end.length == 0 || copy(file, held.size - end.length, end, 0, end.length)
        ? Optional.of(end)
        : Optional.empty();
  }

  /**
   * Caches a range of a file. Does nothing if the range is larger than a quarter of the capacity.
   *
   * @param size size of the file in bytes; negative if unknown
   * @param position position of the range in the file
   * @param range the bytes of the range; not copied, so they must not change
   */
  synchronized void put(Location file, long size, long position, byte[] range) {
    if (range.length > capacity() / 4) {
      return;
    }
    Held held = files.computeIfAbsent(file, f -> new Held());
    long before = held.bytes;
    held.bytes = Math.max(held.bytes, FILE_BYTES);
    held.size = Math.max(held.size, size);
    byte[] known = held.ranges.get(position);
    if (range.length > 0 && (known == null || known.length < range.length)) {
      held.bytes += range.length - (known == null ? 0 : known.length);
      held.ranges.put(position, range);
    }
    count(held.bytes - before);
    fit();
  }

  /**
   * Caches a range of a file like {@link #put(Location, long, long, byte[])}. The range is copied
   * from part of an array.
   */
  void put(Location file, long size, long position, byte[] source, int offset, int length) {
    put(file, size, position, Arrays.copyOfRange(source, offset, offset + length));
  }

  synchronized void forget(Location file) {
    Held held = files.remove(file);
    count(held == null ? 0 : -held.bytes);
  }

  /** Drops all files in a folder and its subfolders. */
  synchronized void forgetFolder(Location folder) {
    String inside = folder + "/";
    Iterator<Map.Entry<Location, Held>> all = files.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Location, Held> next = all.next();
      if (next.getKey().toString().startsWith(inside)) {
        count(-next.getValue().bytes);
        all.remove();
      }
    }
  }

  @Override
  public synchronized void shrinkTo(long most) {
    Iterator<Held> oldest = files.values().iterator();
    while (bytes() > most && oldest.hasNext()) {
      count(-oldest.next().bytes);
      oldest.remove();
    }
  }
}
