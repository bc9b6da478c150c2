package io.azulejo.internal.seal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Creates, finds, copies and deletes seals, and opens the stores that maintain or check them. A
 * fixed seal is a file next to the array, {@code NAME.seal}. A seal that writers keep up to date is
 * a folder, {@code NAME.seal.d}. If both exist, the folder takes precedence.
 */
public final class Seals {
  private static final String SUFFIX = ".seal";
  private static final String KEPT_SUFFIX = ".seal.d";

  private Seals() {}

  /** Returns the location of the fixed seal of an array or a group. */
  public static Location single(Location location) {
    return sibling(location, SUFFIX);
  }

  /** Returns whether a file name is the name of a fixed seal. */
  public static boolean isSingle(String name) {
    return name.endsWith(SUFFIX);
  }

  /** Returns the location of the folder with the seal of an array that writers keep up to date. */
  public static Location kept(Location location) {
    return sibling(location, KEPT_SUFFIX);
  }

  private static Location sibling(Location location, String suffix) {
    Location folder = location.parent();
    if (!folder.equals(location)) {
      return folder.resolve(location.name() + suffix);
    }
    // Nothing may be stored next to a bucket, a server or an archive's root. In memory, however,
    // the first part of a path is an ordinary folder.
    return location.scheme().equals("mem")
        ? Location.of(location + suffix)
        : location.resolve(suffix);
  }

  /**
   * Returns whether a file belongs to the seal of an array or a group.
   *
   * @param path the path of the file
   * @param isFolder returns whether a path is an existing folder
   */
  public static boolean belongsToSeal(String path, Predicate<String> isFolder) {
    int kept = path.lastIndexOf(KEPT_SUFFIX + "/");
    return kept >= 0 && isFolder.test(path.substring(0, kept))
        || path.endsWith(SUFFIX)
            && isFolder.test(path.substring(0, path.length() - SUFFIX.length()));
  }

  private static SealFolder folder(Storage storage, Location array) {
    return new SealFolder(storage, kept(array), array.name());
  }

  /** Returns the array that contains the given label array. Returns any other array unchanged. */
  private static Location whole(Location array) {
    Location folder = array.parent();
    return folder.name().equals(ArrayPaths.LABELS_FOLDER) ? folder.parent() : array;
  }

  /**
   * Returns a store for one change to an array, or to arrays in a folder. The store records the
   * change in all seals that writers keep up to date.
   */
  public static Storage changes(Storage storage, Location location) {
    return new SealedChanges(storage, whole(location), array -> folder(storage, array));
  }

  /**
   * Records files that were written to a store of {@link #changes} but not committed, so that
   * another writer can commit them. Does nothing for other stores.
   *
   * @throws io.azulejo.error.StorageException if the seal cannot be updated
   */
  public static void stage(Storage changes) {
    if (changes instanceof SealedChanges sealed) {
      sealed.stage();
    }
  }

  /**
   * Makes the next file created in a store of {@link #changes} commit the given staged files. Does
   * nothing for other stores.
   */
  public static void join(Storage changes, List<Location> files) {
    if (changes instanceof SealedChanges sealed) {
      sealed.join(files);
    }
  }

  /**
   * Returns a store for creating an array. If a deleted array left a seal folder behind, first
   * replaces the folder's content with an empty seal.
   *
   * @param isFree returns whether nothing exists at the location
   */
  public static Storage creation(Storage storage, Location location, Supplier<Boolean> isFree) {
    SealFolder folder = folder(storage, location);
    if (folder.exists() && isFree.get()) {
      folder.replace(folder.names(), SealRecord.empty(true));
    }
    return changes(storage, location);
  }

  /**
   * Returns a store that compares every read of an array or a group with the seal.
   *
   * @throws NotFoundException if the seal does not exist
   * @throws CorruptDataException if the seal is damaged; the store's methods may throw this too,
   *     because they may read the seal again
   */
  public static Storage reads(Storage storage, Location location) {
    Location array = whole(location);
    SealFolder folder = folder(storage, array);
    return new SealedReads(
        storage,
        array,
        () -> {
          Seal seal =
              find(storage, array, folder)
                  .orElseThrow(
                      () ->
                          new NotFoundException(
                              "%s has no seal to compare with; create one (azulejo seal)"
                                  .formatted(array),
                              array.toString()));
          seal.requireComplete(folder.place());
          return seal;
        });
  }

  /**
   * Reads the current seal of an array or a group. Returns empty if it does not have a seal.
   *
   * @throws CorruptDataException if the seal is damaged
   */
  public static Optional<Seal> find(Storage storage, Location location) {
    return find(storage, location, folder(storage, location));
  }

  /** Returns whether the content of a file starts like a fixed seal. The seal may be damaged. */
  public static boolean isSeal(byte[] content) {
    byte[] title = LosslessUtf8.encode(SealFile.TITLE + "\n");
    return content.length >= title.length
        && Arrays.equals(content, 0, title.length, title, 0, title.length);
  }

  /**
   * Returns the sizes of the sealed files in bytes, by path relative to the folder of the array or
   * group. A size is negative if the seal does not contain it.
   *
   * @param content the content of a fixed seal
   * @throws CorruptDataException if the content is not a valid seal
   */
  public static SortedMap<String, Long> sizes(byte[] content) {
    SortedMap<String, Long> sizes = new TreeMap<>();
    Seal seal = Seal.single(SealFile.decode(content));
    seal.paths().forEach(path -> sizes.put(path, seal.first(path).size()));
    return sizes;
  }

  private static Optional<Seal> find(Storage storage, Location location, SealFolder folder) {
    if (folder.exists()) {
      return Optional.of(folder.read());
    }
    Location file = single(location);
    return isFile(storage, file)
        ? Optional.of(Seal.single(SealFolder.decode(storage, file)))
        : Optional.empty();
  }

  /**
   * Encodes a fixed seal.
   *
   * @param name the name of the array's folder
   * @param files the entries of the files, by path relative to the array
   */
  public static byte[] single(String name, SortedMap<String, SealEntry> files) {
    SealRecord record = SealRecord.empty(false);
    files.forEach((path, entry) -> record.add(name + "/" + path, entry));
    return SealFile.encode(record);
  }

  /**
   * Creates or replaces a seal that writers keep up to date. Writers that start while the digests
   * are computed already record their changes.
   *
   * @param digests computes the entries of the existing files, by path relative to the array; the
   *     result is modified
   * @return the entries of the sealed files, without temporary files
   */
  public static SortedMap<String, SealEntry> keep(
      Storage storage, Location array, Supplier<SortedMap<String, SealEntry>> digests) {
    SealFolder folder = folder(storage, array);
    if (!folder.exists()) {
      folder.publish(SealRecord.empty(true));
    }
    Set<String> names = folder.names();
    SortedMap<String, SealEntry> files = digests.get();
    files.keySet().removeIf(SealFolder::isScratch);
    SealRecord base = underway(folder, names, files.keySet());
    files.forEach((path, entry) -> base.add(array.name() + "/" + path, entry));
    folder.replace(names, base);
    return files;
  }

  private static SealRecord underway(SealFolder folder, Set<String> names, Set<String> here) {
    try {
      return Seal.kept(folder.records(names).values()).underway(folder.name(), here);
    } catch (CorruptDataException e) {
      return SealRecord.empty(true); // the damage is replaced
    }
  }

  /**
   * Merges all records of a seal into one base record, without reading the array's files.
   *
   * @param here lists the existing files, by path relative to the array
   * @return the seal before the merge
   * @throws CorruptDataException if a file of the seal is damaged or missing
   */
  public static Seal gather(Storage storage, Location array, Supplier<NavigableSet<String>> here) {
    SealFolder folder = folder(storage, array);
    Set<String> names = folder.names();
    Seal seal = Seal.kept(folder.records(names).values());
    seal.requireComplete(folder.place());
    folder.replace(names, seal.gathered(array.name(), here.get(), path -> false));
    return seal;
  }

  /** Reads a whole file and returns its entry. */
  public static SealEntry digest(InputFile in) {
    return FileDigest.of(in);
  }

  /** Returns whether an array or a group has a seal. */
  public static boolean isSealed(Storage storage, Location location) {
    return folder(storage, location).exists() || isFile(storage, single(location));
  }

  private static boolean isFile(Storage storage, Location place) {
    return storage.find(place).filter(entry -> !entry.folder()).isPresent();
  }

  /**
   * Copies the seal of an array or a group to a copy or a new location of it. The new seal does not
   * require files that were deliberately left out of the copy. It still requires files that were
   * already missing at the source.
   *
   * @throws StorageException if the seal cannot be copied, in which case the copy has no seal
   */
  public static void copy(Storage source, Location from, Storage target, Location to) {
    try {
      Seal seal =
          find(source, from).orElseThrow(() -> new NotFoundException("the seal is missing"));
      TreeSet<String> there = files(target, to, "");
      TreeSet<String> old = files(source, from, "");
      SealRecord record = seal.gathered(to.name(), there, old::contains);
      if (seal.isKept()) {
        SealFolder folder = folder(target, to);
        folder.replace(folder.names(), record);
      } else {
        target.delete(single(to));
        target.createExclusive(single(to), SealFile.encode(record));
      }
    } catch (AzulejoException e) {
      throw new StorageException(
          "%s is complete, but its seal could not be made from the seal of %s (%s); create a new one (azulejo seal)"
              .formatted(to, from, e.getMessage()),
          to.toString(),
          e,
          false);
    }
  }

  private static TreeSet<String> files(Storage storage, Location folder, String prefix) {
    TreeSet<String> files = new TreeSet<>();
    for (Storage.Entry entry : storage.list(folder)) {
      if (entry.folder()) {
        files.addAll(files(storage, folder.resolve(entry.name()), prefix + entry.name() + "/"));
      } else {
        files.add(prefix + entry.name());
      }
    }
    return files;
  }

  /**
   * Deletes the seal of an array or a group that is about to be removed. Keeps a file that has the
   * name of a fixed seal but is not a valid one.
   */
  public static void remove(Storage storage, Location location) {
    SealFolder folder = folder(storage, location);
    if (folder.exists()) {
      folder.delete();
    }
    Location file = single(location);
    if (isFile(storage, file)) {
      try {
        SealFolder.decode(storage, file);
      } catch (CorruptDataException e) {
        return;
      }
      storage.delete(file);
    }
  }

  /**
   * Deletes the seal that an array or a group left behind when it was deleted. Does nothing if
   * something exists at the location.
   *
   * @param isFree returns whether nothing exists at the location
   */
  public static void removeStale(Storage storage, Location location, Supplier<Boolean> isFree) {
    if (isSealed(storage, location) && isFree.get()) {
      remove(storage, location);
    }
  }
}
