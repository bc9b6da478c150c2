package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.EnumerationFormat;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the small files of an array that each consist of one structure. Exceptions name the file.
 * Optionally caches the content of files without filters ("plain" files).
 */
public final class StructureFiles {
  /** Number of bytes to read first, without knowing the file size. Most files are not larger. */
  private static final int USUAL = 16 << 10;

  /** Maximum size in bytes of a plain file that is cached. */
  private static final int MAX_REMEMBERED = 4 << 20;

  private final Storage storage;
  private final Optional<EncryptionKey> key;

  /** The cached content of plain files by location, or null if files are not cached. */
  private final Map<Location, Slice> cache;

  /** The cache of an earlier reader. It stays valid, because these files never change. */
  private final Map<Location, Slice> earlier;

  /** Whether the key, or its absence, was right for a file. It is then right for all files. */
  private volatile boolean keyProven;

  /**
   * Creates a reader without a cache.
   *
   * @param storage the store to read from
   * @param key the array's encryption key, if it has one
   */
  public StructureFiles(Storage storage, Optional<EncryptionKey> key) {
    this(storage, key, null, Map.of());
  }

  private StructureFiles(
      Storage storage,
      Optional<EncryptionKey> key,
      Map<Location, Slice> cache,
      Map<Location, Slice> earlier) {
    this.storage = storage;
    this.key = key;
    this.cache = cache;
    this.earlier = earlier;
  }

  /** Creates a reader that caches plain files. {@link #reusingCache} passes the cache on. */
  public static StructureFiles withCache(Storage storage, Optional<EncryptionKey> key) {
    return new StructureFiles(storage, key, new ConcurrentHashMap<>(), Map.of());
  }

  /**
   * Returns a reader of the same files in another store, with a new cache. Plain files that this
   * reader has cached are not read again. This reader must have a cache.
   */
  public StructureFiles reusingCache(Storage other) {
    StructureFiles files =
        new StructureFiles(other, key, new ConcurrentHashMap<>(), Map.copyOf(cache));
    files.keyProven = keyProven;
    return files;
  }

  /** Returns a reader of the same files in another store, with the same cache. */
  public StructureFiles withStorage(Storage other) {
    StructureFiles files = new StructureFiles(other, key, cache, Map.of());
    files.keyProven = keyProven;
    return files;
  }

  /** Returns this reader without a cache. */
  public StructureFiles withoutCache() {
    StructureFiles files = new StructureFiles(storage, key);
    files.keyProven = keyProven;
    return files;
  }

  /**
   * Returns this reader with a cache of the given plain files. If the store is remote, prefetches
   * the files concurrently. Otherwise, or for fewer than two files, returns this reader unchanged.
   * Files that cannot be read are ignored, because the later read reports the error.
   */
  public StructureFiles ahead(List<Location> plain, Tasks tasks) {
    if (storage.traits().readsFast() || plain.size() < 2) {
      return this;
    }
    StructureFiles files = new StructureFiles(storage, key, new ConcurrentHashMap<>(), Map.of());
    files.keyProven = keyProven;
    all(
        tasks,
        plain,
        file -> {
          try {
            files.plain(file, bytes -> bytes);
          } catch (CorruptDataException | NotFoundException e) {
            return false; // the later read reports the error
          }
          return true;
        });
    return files;
  }

  /**
   * Applies an action to each item and returns the results in the same order. Runs the actions
   * concurrently if the store is remote.
   */
  public <T, R> List<R> all(Tasks tasks, List<T> items, Function<? super T, ? extends R> act) {
    int requests = storage.traits().waitingRequests();
    if (requests > 0) {
      return tasks.io(requests, items, act);
    }
    List<R> results = new ArrayList<>();
    items.forEach(item -> results.add(act.apply(item)));
    return results;
  }

  /** Returns the store that files are read from. */
  public Storage storage() {
    return storage;
  }

  /** Returns the array's encryption key, if it has one. */
  public Optional<EncryptionKey> key() {
    return key;
  }

  /**
   * Reads a file that consists of one structure in plain bytes.
   *
   * @throws CorruptDataException if the content cannot be decoded
   */
  public <T> T plain(Location file, Function<Slice, T> decode) {
    return located(file, () -> decode.apply(plain(file)));
  }

  private Slice plain(Location file) {
    if (cache == null) {
      return bytes(file);
    }
    Slice known = cache.get(file);
    Slice bytes = known != null ? known : earlier.get(file);
    if (bytes == null) {
      bytes = bytes(file);
    }
    if (known == null && bytes.length() <= MAX_REMEMBERED) {
      cache.put(file, bytes);
    }
    return bytes;
  }

  /**
   * Reads a file that consists of one structure in a generic tile.
   *
   * @param structure the name of the structure, for messages
   * @throws InvalidRequestException if the key is wrong, unless it was right for another file
   * @throws CorruptDataException if the content cannot be decoded, or if the key is wrong but was
   *     right for another file
   */
  public <T> T generic(String structure, Location file, Function<Slice, T> decode) {
    Slice bytes = located(file, () -> bytes(file));
    Slice content = named(file, () -> content(structure, bytes, 0));
    return located(file, () -> decode.apply(content));
  }

  /**
   * Reads an enumeration of an array.
   *
   * @param array the location of the array
   * @param file the name of the enumeration's file
   */
  public Enumeration enumeration(Location array, String file) {
    Location place =
        array
            .resolve(ArrayPaths.SCHEMA_FOLDER)
            .resolve(ArrayPaths.ENUMERATIONS_FOLDER)
            .resolve(file);
    return generic(EnumerationFormat.STRUCTURE, place, EnumerationFormat::decode).enumeration();
  }

  /**
   * Returns the names of all fields in the first schema of an array of format version 1 to 9.
   * Returns an empty set if this schema is missing or unreadable.
   */
  public Set<String> oldFields(Location array) {
    try {
      ArraySchema schema =
          generic(
                  ArraySchemaFormat.STRUCTURE,
                  array.resolve(ArrayPaths.SCHEMA_FILE),
                  ArraySchemaFormat::decode)
              .schema();
      Set<String> names = new HashSet<>();
      schema.attributes().forEach(attribute -> names.add(attribute.name()));
      schema.dimensions().forEach(dimension -> names.add(dimension.name()));
      return names;
    } catch (AzulejoException e) {
      return Set.of(); // a later read of the schema reports the error
    }
  }

  /**
   * Decodes the generic tile at a position.
   *
   * @param structure the name of the structure in the tile, for messages
   * @throws InvalidRequestException if the key is wrong, unless it was right for another file
   * @throws CorruptDataException if the bytes are not a generic tile, or if the key is wrong but
   *     was right for another file
   */
  Slice content(String structure, Slice bytes, int position) {
    try (Scratch scratch = new Scratch()) {
      Slice content = GenericTile.read(structure, bytes, position, key, scratch).content();
      keyProven = true;
      return content;
    } catch (InvalidRequestException e) {
      if (keyProven) {
        throw CorruptDataException.of(structure, "tile", position, e.getMessage(), e);
      }
      throw e;
    }
  }

  /**
   * Decodes bytes that consist of exactly one generic tile.
   *
   * @param structure the name of the structure in the tile, for messages
   * @throws InvalidRequestException if the key is wrong, unless it was right for another file
   * @throws CorruptDataException if the bytes are not exactly one generic tile, or if the key is
   *     wrong but was right for another file
   */
  public Slice whole(String structure, Slice bytes) {
    Slice content = content(structure, bytes, 0);
    long extent = GenericTile.header(structure, bytes, 0).extent();
    if (extent != bytes.length()) {
      throw CorruptDataException.of(
          structure,
          "tile",
          0,
          "%d bytes were stored, but the tile has %d".formatted(bytes.length(), extent));
    }
    return content;
  }

  /**
   * Runs an action that depends only on the content of a file. Exceptions name the file. The
   * action's code may reject a stored value as if a caller had passed it. This exception is
   * converted, because the file is damaged.
   *
   * @throws CorruptDataException instead of an {@link InvalidRequestException}
   */
  public static <T> T located(Location file, Supplier<T> action) {
    return named(
        file,
        () -> {
          try {
            return action.get();
          } catch (InvalidRequestException e) {
            throw CorruptDataException.of("file", null, -1, e.getMessage(), e);
          }
        });
  }

  /** Runs an action and returns its result. Exceptions of the action name the file. */
  public static <T> T named(Location file, Supplier<T> action) {
    try {
      return action.get();
    } catch (CorruptDataException e) {
      throw e.at(file.toString());
    } catch (UnsupportedFormatException e) {
      throw e.at(file.toString());
    } catch (InvalidRequestException e) {
      throw e.location().isPresent()
          ? e
          : new InvalidRequestException(file + ": " + e.getMessage(), file.toString(), e);
    }
  }

  /**
   * Returns a location in the form in which an array's files refer to other files. Local paths
   * begin with {@code file://}.
   */
  public static String uri(Location location) {
    return location.scheme().equals("file") ? "file://" + location.path() : location.toString();
  }

  private Slice bytes(Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] end = new byte[USUAL];
      long size = in.readEnd(end);
      if (size <= USUAL) {
        return Slice.of(Arrays.copyOf(end, (int) size));
      }
      if (size > Integer.MAX_VALUE - 8) {
        throw CorruptDataException.of(
            "file", "size", -1, "%d bytes exceed the limit of 2 GiB".formatted(size));
      }
      byte[] all = new byte[(int) size];
      in.read(0, all, 0, all.length - USUAL);
      System.arraycopy(end, 0, all, all.length - USUAL, USUAL);
      return Slice.of(all);
    }
  }
}
