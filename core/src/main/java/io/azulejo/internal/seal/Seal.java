package io.azulejo.internal.seal;

import io.azulejo.error.CorruptDataException;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The seal of an array or a group: a list of its files with their digests, merged from one or more
 * {@link SealRecord}s. Paths are relative to the folder of the array or group. Immutable.
 */
public final class Seal {
  private final boolean kept;
  private final boolean based;
  private final SortedMap<String, List<SealEntry>> files = new TreeMap<>();

  /** The files that were created, including files that were deleted later. */
  private final TreeSet<String> arrived = new TreeSet<>();

  private final Set<String> gone = new HashSet<>();

  /** The files and folders that writers recorded as deleted since the last base record. */
  private final Set<String> goneSinceBase = new TreeSet<>();

  /** The files that writers announced since the last base record, before creating them. */
  private final Set<String> intendedSinceBase = new TreeSet<>();

  private Seal(boolean kept, Collection<SealRecord> records) {
    this.kept = kept;
    this.based = !kept || records.stream().anyMatch(SealRecord::base);
    for (SealRecord record : records) {
      record
          .files()
          .forEach(
              (path, entries) -> {
                List<SealEntry> known =
                    files.computeIfAbsent(within(path), p -> new ArrayList<>(1));
                known.addAll(entries);
                if (!record.intended().contains(path)) {
                  arrived.add(within(path));
                } else if (!record.base()) {
                  intendedSinceBase.add(within(path));
                }
              });
      record.arrived().forEach(path -> arrived.add(within(path)));
      for (String path : record.gone()) {
        gone.add(within(path));
        if (!record.base()) {
          goneSinceBase.add(within(path));
        }
      }
    }
  }

  /** Creates a seal from a single file. Writers do not keep such a seal up to date. */
  static Seal single(SealRecord record) {
    return new Seal(false, List.of(record));
  }

  /**
   * Creates a seal that writers keep up to date.
   *
   * @param records the records of the seal folder that are not superseded
   */
  static Seal kept(Collection<SealRecord> records) {
    return new Seal(true, records);
  }

  /**
   * Strips the name of the array's folder, because the array may have been renamed since the record
   * was written.
   */
  private static String within(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  /** Returns whether writers keep this seal up to date. */
  public boolean isKept() {
    return kept;
  }

  /**
   * Checks that all files of the seal itself are present, as far as the remaining files can show.
   *
   * @param place the location of the seal, for messages
   * @throws CorruptDataException if a file of the seal is missing
   */
  public void requireComplete(Location place) {
    if (!based) {
      throw incomplete(place, "its first file, with the line \"# base\",");
    }
    for (String path : arrived) {
      if (!files.containsKey(path) && !isGone(path)) {
        throw incomplete(place, "the file with the digest of %s".formatted(path));
      }
    }
  }

  private static CorruptDataException incomplete(Location place, String file) {
    return CorruptDataException.of(
            SealFile.STRUCTURE, null, -1, "the seal is incomplete: %s is missing".formatted(file))
        .at(place.toString());
  }

  /** Returns the paths of all files whose digests are known. */
  public Set<String> paths() {
    return files.keySet();
  }

  /** Returns whether the digest of a file is known. */
  public boolean knows(String path) {
    return files.containsKey(path);
  }

  /**
   * Returns the possible entries of a file, or an empty list if the file is unknown. The file's
   * bytes must match one of them.
   */
  List<SealEntry> entries(String path) {
    return files.getOrDefault(path, List.of());
  }

  /** Returns the first possible entry of a file. The file must be known (see {@link #knows}). */
  public SealEntry first(String path) {
    return files.get(path).get(0);
  }

  /**
   * Returns whether the digest of a file matches one of the file's entries.
   *
   * @param path the file's path
   * @param found the entry computed from the file's current bytes
   */
  public boolean accepts(String path, SealEntry found) {
    return entries(path).stream().anyMatch(found::hasSameBytes);
  }

  /**
   * Returns whether a file, or a folder that contains it, was recorded as deleted or about to be
   * deleted.
   */
  public boolean isGone(String path) {
    if (gone.isEmpty()) {
      return false;
    }
    if (gone.contains(path)) {
      return true;
    }
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (gone.contains(path.substring(0, slash + 1))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a file must exist: it was created and is not recorded as deleted. */
  public boolean requires(String path) {
    return arrived.contains(path) && !isGone(path);
  }

  /**
   * Returns the first required file below a folder that cannot exist, because the folder has no
   * matching entry. Subfolders that exist are not searched.
   *
   * @param folder a path, or an empty string for the array's folder
   * @param names the names of the files and subfolders that the folder contains
   * @return the path of the first missing file, or empty if none is missing
   */
  Optional<String> missing(String folder, Set<String> names) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    String path = arrived.ceiling(prefix);
    while (path != null && path.startsWith(prefix)) {
      int slash = path.indexOf('/', prefix.length());
      String name = path.substring(prefix.length(), slash < 0 ? path.length() : slash);
      if (!names.contains(name)) {
        if (!isGone(path)) {
          return Optional.of(path);
        }
        path = arrived.higher(path);
      } else {
        // The next character after the slash skips everything in this folder.
        path = slash < 0 ? arrived.higher(path) : arrived.ceiling(prefix + name + (char) ('/' + 1));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a base record that replaces all other records. It omits files that are neither present
   * nor required.
   *
   * @param name the name of the array's folder, which is the first part of every path in a record
   * @param here the files that exist
   * @param left whether a missing file was deliberately left out of a copy
   */
  SealRecord gathered(String name, NavigableSet<String> here, Predicate<String> left) {
    SealRecord record = underway(name, here);
    files.forEach(
        (path, entries) -> {
          if (here.contains(path) || requires(path) && !left.test(path)) {
            entries.forEach(entry -> record.add(name + "/" + path, entry));
          }
        });
    gone.stream()
        .filter(path -> isAny(path, here))
        .forEach(path -> record.gone().add(name + "/" + path));
    return record;
  }

  /**
   * Returns the entries that the next base record must repeat even if their files do not exist,
   * because another writer may be about to create or delete the files, or to write a base record.
   * Entries that an earlier base record already repeated are not included.
   *
   * @param name the name of the array's folder, which is the first part of every path in a record
   * @param here the files that exist
   */
  SealRecord underway(String name, Set<String> here) {
    SealRecord record = SealRecord.empty(kept);
    goneSinceBase.forEach(path -> record.gone().add(name + "/" + path));
    for (String path : intendedSinceBase) {
      if (!here.contains(path) && !arrived.contains(path)) {
        files.get(path).forEach(entry -> record.add(name + "/" + path, entry));
        record.intended().add(name + "/" + path);
      }
    }
    return record;
  }

  private static boolean isAny(String gone, NavigableSet<String> here) {
    String first = here.ceiling(gone);
    return first != null && (gone.endsWith("/") ? first.startsWith(gone) : first.equals(gone));
  }
}
