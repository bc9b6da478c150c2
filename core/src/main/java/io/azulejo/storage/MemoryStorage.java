package io.azulejo.storage;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store of files in memory. Files are identified by path only; the scheme of locations is
 * ignored.
 */
final class MemoryStorage implements Storage {
  private final TreeMap<String, Content> files = new TreeMap<>();
  private final Set<String> uncommitted = new HashSet<>();

  private record Content(byte[] bytes, long time) {
    Content(byte[] bytes) {
      this(bytes, System.currentTimeMillis());
    }
  }

  @Override
  public StorageTraits traits() {
    return StorageTraits.LOCAL;
  }

  @Override
  public synchronized InputFile open(Location file) {
    Content content = files.get(file.path());
    if (content == null) {
      throw new NotFoundException("file not found: " + file, file.toString());
    }
    return new MemoryInputFile(file, content.bytes);
  }

  @Override
  public synchronized OutputFile create(Location file) {
    requireFree(file);
    uncommitted.add(file.path());
    return new MemoryOutputFile(file);
  }

  @Override
  public synchronized void createExclusive(Location file, byte[] content) {
    requireFree(file);
    files.put(file.path(), new Content(content.clone()));
  }

  private void requireFree(Location file) {
    String path = file.path();
    if (files.containsKey(path) || uncommitted.contains(path) || isFolder(path)) {
      throw new AlreadyExistsException(file + " already exists", file.toString());
    }
    for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      String above = path.substring(0, slash);
      if (files.containsKey(above)) {
        throw StorageException.withoutEffect(
            "cannot create %s: %s is a file, not a folder".formatted(file, above),
            file.toString(),
            null,
            false);
      }
    }
  }

  private boolean isFolder(String path) {
    String next = files.ceilingKey(inside(path));
    return next != null && next.startsWith(inside(path));
  }

  /** Returns the common prefix of all paths in a folder. */
  private static String inside(String folder) {
    return folder.isEmpty() ? "" : folder + "/";
  }

  @Override
  public synchronized List<Entry> list(Location folder) {
    String prefix = inside(folder.path());
    List<Entry> entries = new ArrayList<>();
    String path = files.ceilingKey(prefix);
    while (path != null && path.startsWith(prefix)) {
      int slash = path.indexOf('/', prefix.length());
      if (slash < 0) {
        entries.add(Entry.file(path.substring(prefix.length()), length(path)));
        path = files.higherKey(path);
      } else {
        entries.add(Entry.folder(path.substring(prefix.length(), slash)));
        // Skip everything in this folder: '0' is the character after the slash.
        path = files.ceilingKey(path.substring(0, slash) + (char) ('/' + 1));
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  private int length(String path) {
    return Objects.requireNonNull(files.get(path), path).bytes.length;
  }

  @Override
  public synchronized Optional<Entry> find(Location fileOrFolder) {
    Content content = files.get(fileOrFolder.path());
    if (content != null) {
      return Optional.of(Entry.file(fileOrFolder.name(), content.bytes.length));
    }
    return isFolder(fileOrFolder.path())
        ? Optional.of(Entry.folder(fileOrFolder.name()))
        : Optional.empty();
  }

  @Override
  public synchronized OptionalLong modified(Location file) {
    Content content = files.get(file.path());
    return content == null ? OptionalLong.empty() : OptionalLong.of(content.time);
  }

  @Override
  public synchronized void delete(Location file) {
    files.remove(file.path());
  }

  @Override
  public synchronized void deleteFolder(Location folder) {
    String prefix = inside(folder.path());
    files.subMap(prefix, prefix + Character.MAX_VALUE).clear();
  }

  private synchronized void complete(Location file, byte @Nullable [] content) {
    uncommitted.remove(file.path());
    if (content != null) {
      files.put(file.path(), new Content(content));
    }
  }

  private static final class MemoryInputFile implements InputFile {
    private final Location location;
    private volatile byte @Nullable [] content;

    MemoryInputFile(Location location, byte[] content) {
      this.location = location;
      this.content = content;
    }

    @Override
    public Location location() {
      return location;
    }

    @Override
    public long size() {
      return openContent().length;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, target.length);
      byte[] bytes = openContent();
      if (position < 0) {
        throw new InvalidRequestException("position " + position + " is negative (minimum: 0)");
      }
      if (position > bytes.length - length) {
        throw LocalInputFile.endsBefore(location, position, length, bytes.length);
      }
      System.arraycopy(bytes, (int) position, target, offset, length);
    }

    private byte[] openContent() {
      byte[] bytes = content;
      if (bytes == null) {
        throw new InvalidRequestException(location + " is closed");
      }
      return bytes;
    }

    @Override
    public void close() {
      content = null;
    }
  }

  private final class MemoryOutputFile implements OutputFile {
    private final Location location;
    private byte[] content = new byte[256];
    private int size;
    private boolean finished;

    MemoryOutputFile(Location location) {
      this.location = location;
    }

    @Override
    public Location location() {
      return location;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      requireOpen();
      long needed = (long) size + length;
      if (needed > content.length) {
        if (needed > Integer.MAX_VALUE - 8) {
          throw new StorageException(
              location + " would have more than 2 GiB, the limit for a file in memory",
              location.toString(),
              null,
              false);
        }
        long grown = Math.min(2L * content.length, Integer.MAX_VALUE - 8);
        content = Arrays.copyOf(content, (int) Math.max(needed, grown));
      }
      System.arraycopy(source, offset, content, size, length);
      size += length;
    }

    @Override
    public void commit() {
      requireOpen();
      finished = true;
      complete(location, Arrays.copyOf(content, size));
    }

    private void requireOpen() {
      if (finished) {
        throw new InvalidRequestException(
            location + " is complete or closed; nothing can be appended");
      }
    }

    @Override
    public void close() {
      if (!finished) {
        finished = true;
        complete(location, null);
      }
    }
  }
}
