package io.azulejo.testkit;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A read-only store in memory. Tests can replace the bytes of its files through {@link #files}. */
public final class ReadOnlyFiles implements Storage {
  private final SortedMap<String, byte[]> files = new TreeMap<>();

  /**
   * Creates a store with all files of a local folder.
   *
   * @param folder the local folder
   * @param target the location in the store that corresponds to the folder
   */
  public static ReadOnlyFiles copy(Path folder, Location target) {
    ReadOnlyFiles copy = new ReadOnlyFiles();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        String below = folder.relativize(path).toString().replace('\\', '/');
        copy.files.put(target.resolve(below).path(), Files.readAllBytes(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  /**
   * Returns the contents of all files by path. The map and its arrays are not copies: changes take
   * effect in the store.
   */
  public Map<String, byte[]> files() {
    return files;
  }

  @Override
  public StorageTraits traits() {
    return StorageTraits.OBJECTS.asReadOnly();
  }

  @Override
  public InputFile open(Location file) {
    byte[] bytes = files.get(file.path());
    if (bytes == null) {
      throw new NotFoundException("file " + file + " not found", file.toString());
    }
    return new Input(file, bytes);
  }

  @Override
  public List<Entry> list(Location folder) {
    String prefix = folder.path() + "/";
    List<Entry> entries = new ArrayList<>();
    String last = null;
    for (Map.Entry<String, byte[]> file : files.tailMap(prefix).entrySet()) {
      if (!file.getKey().startsWith(prefix)) {
        break;
      }
      String below = file.getKey().substring(prefix.length());
      int slash = below.indexOf('/');
      String name = slash < 0 ? below : below.substring(0, slash);
      if (!name.equals(last)) {
        entries.add(slash >= 0 ? Entry.folder(name) : Entry.file(name, file.getValue().length));
      }
      last = name;
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    byte[] bytes = files.get(fileOrFolder.path());
    if (bytes != null) {
      return Optional.of(Entry.file(fileOrFolder.name(), bytes.length));
    }
    return list(fileOrFolder).isEmpty()
        ? Optional.empty()
        : Optional.of(Entry.folder(fileOrFolder.name()));
  }

  @Override
  public OutputFile create(Location file) {
    throw new UnsupportedOperationException("read-only");
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    throw new UnsupportedOperationException("read-only");
  }

  @Override
  public void delete(Location file) {
    throw new UnsupportedOperationException("read-only");
  }

  @Override
  public void deleteFolder(Location folder) {
    throw new UnsupportedOperationException("read-only");
  }

  private record Input(Location location, byte[] bytes) implements InputFile {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      if (position < 0 || length > bytes.length - position) {
        throw CorruptDataException.of(
                "file",
                null,
                position,
                "%d bytes were requested, but the file ends at %d".formatted(length, bytes.length))
            .at(location.toString());
      }
      System.arraycopy(bytes, (int) position, target, offset, length);
    }

    @Override
    public void close() {}
  }
}
