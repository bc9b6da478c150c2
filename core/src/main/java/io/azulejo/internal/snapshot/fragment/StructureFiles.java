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
  /** Most files have no more bytes: these are read in one go, without a look at the size. */
  private static final int USUAL = 16 << 10;

  /** Plain files with more bytes than this are not remembered. */
  private static final int MAX_REMEMBERED = 4 << 20;

  private final Storage storage;
  private final Optional<EncryptionKey> key;

  /** The bytes of plain files that were read, by their places; null where none are remembered. */
  private final Map<Location, Slice> remembered;

  /** Those of an earlier opening, which are as good: the bytes of a file never change. */
  private final Map<Location, Slice> earlier;

  /** Whether the key, or that there is none, was right of some file: then it is of all. */
  private volatile boolean keyProven;

  /** Reads from a store, with the key of the array where it has one. */
  public StructureFiles(Storage storage, Optional<EncryptionKey> key) {
    this(storage, key, null, Map.of());
  }

  private StructureFiles(
      Storage storage,
      Optional<EncryptionKey> key,
      Map<Location, Slice> remembered,
      Map<Location, Slice> earlier) {
    this.storage = storage;
    this.key = key;
    this.remembered = remembered;
    this.earlier = earlier;
  }

  /** As the constructor, but plain files are remembered, for {@link #again}. */
  public static StructureFiles remembering(Storage storage, Optional<EncryptionKey> key) {
    return new StructureFiles(storage, key, new ConcurrentHashMap<>(), Map.of());
  }

  /**
   * The same files in a store that holds them too; plain ones that were read are not read again.
   */
  public StructureFiles again(Storage other) {
    StructureFiles files =
        new StructureFiles(other, key, new ConcurrentHashMap<>(), Map.copyOf(remembered));
    files.keyProven = keyProven;
    return files;
  }

  /** The same files in a store that holds them too. */
  public StructureFiles withStorage(Storage other) {
    StructureFiles files = new StructureFiles(other, key, remembered, Map.of());
    files.keyProven = keyProven;
    return files;
  }

  /** The same, which remembers nothing. */
  public StructureFiles forgetting() {
    StructureFiles files = new StructureFiles(storage, key);
    files.keyProven = keyProven;
    return files;
  }

  /**
   * The same with the bytes of some plain files, which are read all at once where requests wait for
   * a network. What can't be read is left to who asks for it.
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
            return false; // whoever asks for it will be told
          }
          return true;
        });
    return files;
  }

  /** Does something for each item, all at the same time where requests wait for a network. */
  public <T, R> List<R> all(Tasks tasks, List<T> items, Function<? super T, ? extends R> act) {
    int requests = storage.traits().waitingRequests();
    if (requests > 0) {
      return tasks.io(requests, items, act);
    }
    List<R> results = new ArrayList<>();
    items.forEach(item -> results.add(act.apply(item)));
    return results;
  }

  /** The store. */
  public Storage storage() {
    return storage;
  }

  /** The key of the array. */
  public Optional<EncryptionKey> key() {
    return key;
  }

  /** A file that is one structure of plain bytes. */
  public <T> T plain(Location file, Function<Slice, T> decode) {
    return located(file, () -> decode.apply(plain(file)));
  }

  private Slice plain(Location file) {
    if (remembered == null) {
      return bytes(file);
    }
    Slice known = remembered.get(file);
    Slice bytes = known != null ? known : earlier.get(file);
    if (bytes == null) {
      bytes = bytes(file);
    }
    if (known == null && bytes.length() <= MAX_REMEMBERED) {
      remembered.put(file, bytes);
    }
    return bytes;
  }

  /**
   * A file that is one generic tile, which holds a structure.
   *
   * @throws InvalidRequestException if it is the first that is read, and the key does not fit
   */
  public <T> T generic(String structure, Location file, Function<Slice, T> decode) {
    Slice bytes = located(file, () -> bytes(file));
    Slice content = named(file, () -> content(structure, bytes, 0));
    return located(file, () -> decode.apply(content));
  }

  /** The enumeration that a file in an array's folder of them holds. */
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
   * @return none if there is no such schema, or it cannot be read
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
      return Set.of(); // what is wrong with the schema is found by those who need it
    }
  }

  /**
   * The structure in the generic tile at a position of some bytes.
   *
   * @throws InvalidRequestException if it is the first that is read, and the key does not fit
   * @throws CorruptDataException if it is no such tile, or the key did fit others
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
   * The structure in the generic tile that some bytes are.
   *
   * @throws InvalidRequestException if it is the first that is read, and the key does not fit
   * @throws CorruptDataException if the bytes are not exactly one such tile, or the key decrypted
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
          "there are %d bytes, but its tile has %d".formatted(bytes.length(), extent));
    }
    return content;
  }

  /**
   * What an action gives that looks at a file's bytes and nothing else: whatever it finds wrong is
   * wrong with the file. What bytes say may be refused by who takes it for said by a caller; that
   * is no bad request.
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

  /** The result of an action; its exceptions name the file. */
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

  /** A place as files of an array quote it. */
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
            "file", "size", -1, "%d bytes are too many for such a file".formatted(size));
      }
      byte[] all = new byte[(int) size];
      in.read(0, all, 0, all.length - USUAL);
      System.arraycopy(end, 0, all, all.length - USUAL, USUAL);
      return Slice.of(all);
    }
  }
}
