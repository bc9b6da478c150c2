package io.azulejo.internal.seal;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A store that compares listings, file sizes and bytes read from an array with the array's seal. A
 * concurrent writer may have changed the array, so the seal is read again before a mismatch is
 * reported.
 */
final class SealedReads extends ForwardingStorage {
  private static final int PIECE = 1 << 20;

  private final Location array;
  private final Supplier<Seal> reader;
  private volatile Seal seal;

  /**
   * Entries of files for which the seal has no single set of block checksums. Each entry is
   * computed once, by reading the whole file.
   */
  private final Map<String, SealEntry> hashed = new ConcurrentHashMap<>();

  /**
   * Wraps a store and reads the seal.
   *
   * @param inner the store to read
   * @param array an array or a group
   * @param reader reads the current seal
   */
  SealedReads(Storage inner, Location array, Supplier<Seal> reader) {
    super(inner);
    this.array = array;
    this.reader = reader;
    this.seal = reader.get();
  }

  private boolean isInside(Location place) {
    return place.scheme().equals(array.scheme()) && place.path().startsWith(array.path() + "/");
  }

  /** Returns a path relative to the array's folder, or an empty string for the folder itself. */
  private String path(Location place) {
    return place.equals(array) ? "" : place.path().substring(array.path().length() + 1);
  }

  /**
   * Returns whether a predicate holds for the cached seal. If it does not, reads the seal again and
   * tests that.
   */
  private boolean holds(Predicate<Seal> fact) {
    if (fact.test(seal)) {
      return true;
    }
    synchronized (this) {
      seal = reader.get();
    }
    return fact.test(seal);
  }

  @Override
  public InputFile open(Location file) {
    String path = path(file, "it is not in the folder %s".formatted(array));
    InputFile in = inner().open(file);
    try {
      return new CheckedInput(in, path, entry(in, path));
    } catch (RuntimeException | Error e) {
      in.close();
      throw e;
    }
  }

  private String path(Location file, String reason) {
    if (!isInside(file)) {
      throw unknown(file, reason);
    }
    String path = path(file);
    if (!holds(s -> s.knows(path))) {
      throw unknown(file, "the seal does not list it");
    }
    return path;
  }

  private StorageException unknown(Location file, String reason) {
    return new StorageException(
        "cannot check %s: %s; if the file belongs there, replace the seal of %s (azulejo seal --replace), or read without checking"
            .formatted(file, reason, array),
        file.toString(),
        null,
        false);
  }

  /** Returns the entry, with block checksums, that the file's blocks must match. */
  private SealEntry entry(InputFile in, String path) {
    List<SealEntry> entries = seal.entries(path);
    if (entries.size() == 1 && entries.get(0).hasBlocks()) {
      return entries.get(0);
    }
    return hashed.computeIfAbsent(path, p -> hash(in, p));
  }

  private SealEntry hash(InputFile in, String path) {
    SealEntry found = FileDigest.of(in);
    if (!holds(s -> s.accepts(path, found))) {
      throw changed(
          in,
          -1,
          "the %d bytes of the file differ from the %d bytes that were sealed"
              .formatted(found.size(), seal.first(path).size()));
    }
    return found;
  }

  private static CorruptDataException changed(InputFile in, long offset, String reason) {
    return CorruptDataException.of(SealFile.STRUCTURE, null, offset, reason)
        .at(in.location().toString());
  }

  @Override
  public List<Entry> list(Location folder) {
    List<Entry> entries = inner().list(folder);
    Set<String> names = new HashSet<>();
    entries.forEach(entry -> names.add(entry.name()));
    requireAll(folder, names);
    return entries;
  }

  @Override
  public List<String> names(Location folder) {
    List<String> names = inner().names(folder);
    requireAll(folder, new HashSet<>(names));
    return names;
  }

  /** Checks that a folder's listing contains all required files. */
  private void requireAll(Location folder, Set<String> names) {
    if (!folder.equals(array) && !isInside(folder)) {
      return;
    }
    String path = path(folder);
    if (!holds(s -> s.missing(path, names).isEmpty())) {
      throw missing(seal.missing(path, names).orElseThrow());
    }
  }

  private CorruptDataException missing(String path) {
    return CorruptDataException.of(
            SealFile.STRUCTURE,
            null,
            -1,
            "the file was sealed, but is missing, and the seal does not record its deletion")
        .at(array.resolve(path).toString());
  }

  /** Always returns false. Callers then copy the files, which compares all bytes with the seal. */
  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    return false;
  }

  @Override
  public Optional<Entry> find(Location place) {
    Optional<Entry> found = inner().find(place);
    if (found.isEmpty() && isInside(place)) {
      String path = path(place);
      if (!holds(s -> !s.requires(path) && s.missing(path, Set.of()).isEmpty())) {
        throw missing(seal.requires(path) ? path : seal.missing(path, Set.of()).orElseThrow());
      }
    }
    return found;
  }

  /** A file whose blocks are checked as they are read. */
  private static final class CheckedInput implements InputFile {
    private final InputFile file;
    private final String path;
    private final SealEntry sealed;

    CheckedInput(InputFile file, String path, SealEntry sealed) {
      this.file = file;
      this.path = path;
      this.sealed = sealed;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      long size = file.size();
      if (size != sealed.size()) {
        throw changed(
            file,
            Math.min(size, sealed.size()),
            "the file has %d bytes, but %d were sealed".formatted(size, sealed.size()));
      }
      return size;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      if (position < 0 || position > sealed.size() - length) {
        size();
        file.read(position, target, offset, length); // throws
        return;
      }
      int done = 0;
      while (done < length) {
        long from = position + done;
        long start = from - from % SealEntry.BLOCK;
        long end = Math.min(roundUp(position + length), start + PIECE);
        end = Math.min(end, sealed.size());
        int part = (int) Math.min(length - done, end - from);
        readPiece(start, (int) (end - start), from, target, offset + done, part);
        done += part;
      }
    }

    private static long roundUp(long position) {
      return SealEntry.blocks(position) * SealEntry.BLOCK;
    }

    /** Reads and checks whole blocks, then copies the requested part of them to the target. */
    private void readPiece(long start, int size, long from, byte[] target, int offset, int length) {
      boolean whole = from == start && length == size;
      byte[] bytes = whole ? target : new byte[size];
      int first = whole ? offset : 0;
      file.read(start, bytes, first, size);
      for (int at = 0; at < size; at += SealEntry.BLOCK) {
        int block = Math.min(SealEntry.BLOCK, size - at);
        long position = start + at;
        int sum = FileDigest.checksum(bytes, first + at, block);
        if (sum != sealed.block((int) (position / SealEntry.BLOCK))) {
          throw changed(
              file,
              position,
              "the %d bytes from this offset differ from what was sealed of %s: their CRC32C is %s, not %s"
                  .formatted(
                      block,
                      path,
                      Integer.toHexString(sum),
                      Integer.toHexString(sealed.block((int) (position / SealEntry.BLOCK)))));
        }
      }
      if (!whole) {
        System.arraycopy(bytes, (int) (from - start), target, offset, length);
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
