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

/** Reads the small files of an array; exceptions name the file. */
public final class StructureFiles {
  /** Number of bytes to read first without asking for the size; most files are not larger. */
  private static final int USUAL = 16 << 10;

  /** Maximum size in bytes of a plain file that is cached. */
  private static final int MAX_REMEMBERED = 4 << 20;

  private final Storage storage;
  private final Optional<EncryptionKey> key;

  /** The cached bytes of plain files; null if files are not cached. */
  private final Map<Location, Slice> cache;

  /** The cache of an earlier opening, which stays valid because files never change. */
  private final Map<Location, Slice> earlier;

  /** Whether the key, or its absence, was right for a file; then it is right for all files. */
  private volatile boolean keyProven;

  /** Creates a reader of a store, with the key of the array if it has one. */
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

  /** Creates a reader that caches plain files, for {@link #reusingCache}. */
  public static StructureFiles withCache(Storage storage, Optional<EncryptionKey> key) {
    return new StructureFiles(storage, key, new ConcurrentHashMap<>(), Map.of());
  }

  /** Returns a reader of the same files in another store; cached plain files are not read again. */
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

  /** Returns the same reader without a cache. */
  public StructureFiles withoutCache() {
    StructureFiles files = new StructureFiles(storage, key);
    files.keyProven = keyProven;
    return files;
  }

  /**
   * Returns the same reader with a cache of some plain files. They are prefetched concurrently if
   * the store is remote. Files that cannot be read are ignored; the later read reports the error.
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

  /** Applies an action to each item; concurrently if the store is remote. */
  public <T, R> List<R> all(Tasks tasks, List<T> items, Function<? super T, ? extends R> act) {
    int requests = storage.traits().waitingRequests();
    if (requests > 0) {
      return tasks.io(requests, items, act);
    }
    List<R> results = new ArrayList<>();
    items.forEach(item -> results.add(act.apply(item)));
    return results;
  }

  /** Returns the store. */
  public Storage storage() {
    return storage;
  }

  /** Returns the key of the array, if it has one. */
  public Optional<EncryptionKey> key() {
    return key;
  }

  /** Reads a file that consists of one structure in plain bytes. */
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
   * Reads a file that consists of one generic tile with a structure.
   *
   * @throws InvalidRequestException if the key does not fit, and no generic tile was read with it
   *     before
   */
  public <T> T generic(String structure, Location file, Function<Slice, T> decode) {
    Slice bytes = located(file, () -> bytes(file));
    Slice content = named(file, () -> content(structure, bytes, 0));
    return located(file, () -> decode.apply(content));
  }

  /** Reads an enumeration from the array's folder of enumerations. */
  public Enumeration enumeration(Location array, String file) {
    Location place =
        array
            .resolve(ArrayPaths.SCHEMA_FOLDER)
            .resolve(ArrayPaths.ENUMERATIONS_FOLDER)
            .resolve(file);
    return generic(EnumerationFormat.STRUCTURE, place, EnumerationFormat::decode).enumeration();
  }

  /**
   * Returns the names of the fields in the first schema of an array of versions 1 to 9.
   *
   * @return empty if this schema is missing or unreadable
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
   * @throws InvalidRequestException if the key does not fit, and no generic tile was read with it
   *     before
   * @throws CorruptDataException if the bytes are not a generic tile, or the key fitted other files
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
   * Decodes bytes that consist of one generic tile.
   *
   * @throws InvalidRequestException if the key does not fit, and no generic tile was read with it
   *     before
   * @throws CorruptDataException if the bytes are not exactly one generic tile, or the key fitted
   *     other files
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
   * Runs an action that depends only on a file's bytes, so that any error is an error of the file.
   * Code that the action calls may refuse a stored value as if a caller had passed it; that is
   * reported as damage.
   *
   * @throws CorruptDataException in place of an {@link InvalidRequestException}
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

  /** Returns the result of an action; its exceptions name the file. */
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

  /** Returns a location in the form that files of an array use. */
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
