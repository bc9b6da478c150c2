package io.azulejo.internal.seal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The seals of arrays and groups. A seal that was made once is a file beside the array, {@code
 * NAME.seal}; one that writers keep up to date is a folder there, {@code NAME.seal.d}. Where both
 * are, the folder counts.
 */
public final class Seals {
  private static final String SUFFIX = ".seal";
  private static final String KEPT_SUFFIX = ".seal.d";
  private static final int PIECE = 1 << 20;

  private Seals() {}

  /** Where the seal of an array or a group is that was made once. */
  public static Location single(Location location) {
    return beside(location, SUFFIX);
  }

  /** Whether a file has the name of a seal that was made once. */
  public static boolean isSingle(String name) {
    return name.endsWith(SUFFIX);
  }

  /** Where the seal of an array is that writers keep up to date. */
  public static Location kept(Location location) {
    return beside(location, KEPT_SUFFIX);
  }

  private static Location beside(Location location, String suffix) {
    Location folder = location.parent();
    return folder.equals(location)
        ? Location.of(location + suffix)
        : folder.resolve(location.name() + suffix);
  }

  /** Whether a file is of a seal, if there is an array or a group of that path. */
  public static boolean isOfSeal(String path, Predicate<String> isFolder) {
    int kept = path.lastIndexOf(KEPT_SUFFIX + "/");
    return kept >= 0 && isFolder.test(path.substring(0, kept))
        || path.endsWith(SUFFIX)
            && isFolder.test(path.substring(0, path.length() - SUFFIX.length()));
  }

  static SealFolder folder(Storage storage, Location array) {
    return new SealFolder(storage, kept(array), array.name());
  }

  /** The array that a label's array is part of; others are their own. */
  private static Location whole(Location array) {
    Location folder = array.parent();
    return folder.name().equals(ArrayPaths.LABELS_FOLDER) ? folder.parent() : array;
  }

  /**
   * A store for one change of an array, or of what is in a folder: seals that are kept up to date
   * learn of it.
   */
  public static Storage changes(Storage storage, Location location) {
    return new SealedChanges(storage, whole(location));
  }

  /**
   * A store for a change that creates an array: a seal that is left of one which is gone begins
   * anew.
   *
   * @param isFree whether there is nothing at the location
   */
  public static Storage creation(Storage storage, Location location, Supplier<Boolean> isFree) {
    SealFolder folder = folder(storage, location);
    if (folder.exists() && isFree.get()) {
      folder.replace(folder.names(), SealRecord.empty(true));
    }
    return changes(storage, location);
  }

  /**
   * A store for reading an array or a group: all that it answers is compared with the seal.
   *
   * @throws NotFoundException if there is no seal
   * @throws CorruptDataException if the seal is damaged, now or whenever it is read
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
                              "%s has no seal to compare with: make one (azulejo seal)"
                                  .formatted(array),
                              array.toString()));
          seal.requireWhole(folder.place());
          return seal;
        });
  }

  /**
   * The seal of an array or a group, as it is now.
   *
   * @throws CorruptDataException if it is damaged
   */
  public static Optional<Seal> find(Storage storage, Location location) {
    return find(storage, location, folder(storage, location));
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

  /** The bytes of a seal of files, by their paths, that nobody keeps up to date. */
  public static byte[] single(String name, SortedMap<String, SealEntry> files) {
    SealRecord record = SealRecord.empty(false);
    files.forEach((path, entry) -> record.add(name + "/" + path, entry));
    return SealFile.encode(record);
  }

  /**
   * Makes a seal that is kept up to date of what is there, or makes it anew. Who begins to write
   * meanwhile is heard already.
   *
   * @param digests gives the files that are there
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
      return SealRecord.empty(true); // it is made anew for that
    }
  }

  /**
   * Gathers all that writers have said in one file. Nothing of the array is read.
   *
   * @param here lists the files that are there
   * @return the seal that was gathered
   */
  public static Seal gather(Storage storage, Location array, Supplier<NavigableSet<String>> here) {
    SealFolder folder = folder(storage, array);
    Set<String> names = folder.names();
    Seal seal = Seal.kept(folder.records(names).values());
    seal.requireWhole(folder.place());
    folder.replace(names, seal.gathered(array.name(), here.get(), path -> false));
    return seal;
  }

  /** What a seal says of a file with these bytes. */
  public static SealEntry digest(InputFile in) {
    FileDigest digest = new FileDigest();
    long size = in.size();
    byte[] piece = new byte[(int) Math.min(size, PIECE)];
    int length;
    for (long position = 0; position < size; position += length) {
      length = (int) Math.min(piece.length, size - position);
      in.read(position, piece, 0, length);
      digest.update(piece, 0, length);
    }
    return digest.finish();
  }

  /** Whether an array or a group has a seal. */
  public static boolean isSealed(Storage storage, Location location) {
    return folder(storage, location).exists() || isFile(storage, single(location));
  }

  private static boolean isFile(Storage storage, Location place) {
    return storage.find(place).filter(entry -> !entry.folder()).isPresent();
  }

  /**
   * Gives a copy of an array or a group, or one that was moved, the seal of the first one, with the
   * new name. What was not copied on purpose is left out; what was missing is missing.
   *
   * @throws StorageException if the copy is left without a seal
   */
  public static void copy(Storage source, Location from, Storage target, Location to) {
    try {
      Seal seal = find(source, from).orElseThrow(() -> new NotFoundException("it is gone"));
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
          "%s is there now, but its seal could not be made of that of %s (%s): make a new one (azulejo seal)"
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

  /** Deletes the seal of what is about to be removed; files that only look like one stay. */
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
   * Deletes a seal that is left of what is gone.
   *
   * @param isFree whether there is nothing at the location
   */
  public static void removeStale(Storage storage, Location location, Supplier<Boolean> isFree) {
    if (isSealed(storage, location) && isFree.get()) {
      remove(storage, location);
    }
  }
}
