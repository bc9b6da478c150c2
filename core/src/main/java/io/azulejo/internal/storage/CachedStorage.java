package io.azulejo.internal.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * A store that caches files whose bytes can never change, because their names contain a random
 * number. Small files, such as schemas, lists and fragment metadata, are cached in memory.
 * Optionally, all immutable files are cached in blocks on the local disk. Listings and the
 * existence of files are never cached. A deleted file may still be read from the cache, which the
 * contract of snapshots allows. Encrypted files stay encrypted in the cache.
 */
public final class CachedStorage extends ForwardingStorage {
  /** Matches names that begin with two timestamps and a random number of 32 hexadecimal digits. */
  private static final Pattern UNIQUE = Pattern.compile("__\\d+_\\d+_[0-9a-f]{32}.*");

  /** Matches the fragment files that contain cells, which are all except the fragment metadata. */
  private static final Pattern CELLS = Pattern.compile("(?!__fragment_metadata\\.tdb$).*\\.tdb");

  /** Suffix of files that can be deleted and created again under the same name. */
  private static final String PENDING = ".tmp";

  private static final byte[] NOTHING = new byte[0];

  private final FileCache memory;
  private final Optional<BlockCache> disk;

  /**
   * Creates a cached store.
   *
   * @param inner the store whose files are cached
   * @param memory the cache for small files; can be shared by several stores
   * @param folder folder of the disk cache; empty to disable the disk cache
   * @param capacity limit of the disk cache in bytes
   */
  public CachedStorage(Storage inner, FileCache memory, Optional<Path> folder, long capacity) {
    super(inner);
    this.memory = memory;
    this.disk = folder.map(place -> new BlockCache(place, capacity));
  }

  private static boolean isImmutable(Location file) {
    return !file.name().endsWith(PENDING)
        && (isUnique(file.name()) || isUnique(file.parent().name()));
  }

  private static boolean isUnique(String name) {
    return UNIQUE.matcher(name).matches();
  }

  private static boolean isOfCells(Location file) {
    return CELLS.matcher(file.name()).matches();
  }

  @Override
  public InputFile open(Location file) {
    if (!isImmutable(file)) {
      return inner().open(file);
    }
    InputFile stored = disk.isPresent() ? new OnDisk(file, disk.get()) : inner().open(file);
    return isOfCells(file) ? stored : new InMemory(stored);
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    return inner().tree(folder, after);
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return inner().findFile(file);
  }

  @Override
  public boolean tryCopy(Location from, Location to) {
    return inner().tryCopy(from, to);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    inner().createExclusive(file, content);
    if (isImmutable(file)) {
      memory.put(file, content.length, 0, content.clone());
    }
  }

  @Override
  public void delete(Location file) {
    inner().delete(file);
    memory.forget(file);
  }

  @Override
  public void delete(List<Location> files) {
    inner().delete(files);
    files.forEach(memory::forget);
  }

  @Override
  public void deleteFolder(Location folder) {
    inner().deleteFolder(folder);
    memory.forgetFolder(folder);
  }

  @Override
  public void close() {
    memory.shrinkTo(0);
    inner().close();
  }

  /** A small file whose bytes are cached in memory. */
  private final class InMemory implements InputFile {
    private final InputFile file;
    private volatile boolean closed;

    InMemory(InputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      requireOpen();
      OptionalLong known = memory.size(location());
      return known.isPresent() ? known.getAsLong() : file.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      requireOpen();
      Objects.checkFromIndexSize(offset, length, target.length);
      if (!memory.copy(location(), position, target, offset, length)) {
        file.read(position, target, offset, length);
        memory.put(location(), -1, position, target, offset, length);
      }
    }

    @Override
    public long readEnd(byte[] target) {
      requireOpen();
      Optional<byte[]> known = memory.end(location(), target.length);
      if (known.isPresent()) {
        System.arraycopy(known.get(), 0, target, 0, known.get().length);
        return memory.size(location()).orElseThrow();
      }
      long size = file.readEnd(target);
      int length = (int) Math.min(size, target.length);
      memory.put(location(), size, size - length, target, 0, length);
      return size;
    }

    private void requireOpen() {
      if (closed) {
        throw new InvalidRequestException(location() + " is closed");
      }
    }

    @Override
    public void close() {
      closed = true;
      file.close();
    }
  }

  /**
   * A file that is read in blocks. Blocks that are not in the disk cache are fetched from the
   * store.
   */
  private final class OnDisk implements InputFile {
    private final Location location;
    private final BlockCache blocks;
    private final InputFile file;
    private volatile boolean closed;

    OnDisk(Location location, BlockCache blocks) {
      this.location = location;
      this.blocks = blocks;
      this.file = inner().open(location);
    }

    @Override
    public Location location() {
      return location;
    }

    @Override
    public long size() {
      OptionalLong known = memory.size(location);
      if (known.isPresent()) {
        return known.getAsLong();
      }
      long size = file.size();
      memory.put(location, size, 0, NOTHING);
      return size;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, target.length);
      read(List.of(new Piece(position, target, offset, length)));
    }

    @Override
    public void read(List<Piece> pieces) {
      if (closed) {
        throw new InvalidRequestException(location + " is closed");
      }
      Map<Long, byte[]> needed = new TreeMap<>();
      for (Piece piece : pieces) {
        for (long block : blocks(piece)) {
          needed.computeIfAbsent(block, b -> blocks.get(location, b).orElse(NOTHING));
        }
      }
      if (needed.containsValue(NOTHING)) {
        fetch(needed);
      }
      for (Piece piece : pieces) {
        copy(piece, needed);
      }
    }

    private long[] blocks(Piece piece) {
      if (piece.position() < 0) {
        throw new InvalidRequestException(
            "position " + piece.position() + " is negative (minimum: 0)");
      }
      long last = Math.max(piece.position(), piece.position() + piece.length() - 1);
      return LongStream.rangeClosed(piece.position() / BlockCache.BLOCK, last / BlockCache.BLOCK)
          .toArray();
    }

    /**
     * Fetches all missing blocks in one read and caches them. Blocks beyond the end of the file
     * stay empty.
     *
     * @param needed blocks by index; {@link #NOTHING} stands for a missing block and is replaced
     */
    private void fetch(Map<Long, byte[]> needed) {
      long size = size();
      List<Piece> pieces = new ArrayList<>();
      for (Map.Entry<Long, byte[]> block : needed.entrySet()) {
        long from = block.getKey() * BlockCache.BLOCK;
        if (block.getValue() == NOTHING && from < size) {
          block.setValue(new byte[(int) Math.min(BlockCache.BLOCK, size - from)]);
          pieces.add(new Piece(from, block.getValue(), 0, block.getValue().length));
        }
      }
      if (!pieces.isEmpty()) {
        file.read(pieces);
      }
      for (Piece piece : pieces) {
        blocks.put(location, piece.position() / BlockCache.BLOCK, piece.target());
      }
    }

    private void copy(Piece piece, Map<Long, byte[]> needed) {
      int done = 0;
      while (done < piece.length()) {
        long at = piece.position() + done;
        byte[] content = needed.getOrDefault(at / BlockCache.BLOCK, NOTHING);
        int from = (int) (at % BlockCache.BLOCK);
        int count = Math.min(piece.length() - done, content.length - from);
        if (count <= 0) {
          // The range exceeds the file; the file's own read throws the right exception.
          file.read(piece.position(), piece.target(), piece.offset(), piece.length());
          return;
        }
        System.arraycopy(content, from, piece.target(), piece.offset() + done, count);
        done += count;
      }
    }

    @Override
    public long readEnd(byte[] target) {
      return file.readEnd(target);
    }

    @Override
    public void close() {
      closed = true;
      file.close();
    }
  }
}
