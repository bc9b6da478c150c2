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
 * The seal of an array or a group: the union of records that list its files with their digests.
 * Paths are relative to the array's folder. Immutable.
 */
public final class Seal {
  private final boolean kept;
  private final boolean based;
  private final SortedMap<String, List<SealEntry>> files = new TreeMap<>();

  /** The files that were created, including files deleted since. */
  private final TreeSet<String> arrived = new TreeSet<>();

  private final Set<String> gone = new HashSet<>();

  /** The files and folders that writers recorded as deleted since the last base. */
  private final Set<String> goneSinceBase = new TreeSet<>();

  /** The files that writers intended to create since the last base. */
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

  /** Returns a seal from a single file, which writers do not keep up to date. */
  static Seal single(SealRecord record) {
    return new Seal(false, List.of(record));
  }

  /** Returns a seal that writers keep up to date, from records that are not superseded. */
  static Seal kept(Collection<SealRecord> records) {
    return new Seal(true, records);
  }

  /** Strips the name of the array's folder, which may have changed since the record was written. */
  private static String within(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  /** Returns whether writers keep the seal up to date. */
  public boolean isKept() {
    return kept;
  }

  /**
   * Checks that no file of the seal itself is missing, as far as the remaining ones show.
   *
   * @param place the location of the seal, for messages
   * @throws CorruptDataException if one is missing
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

  /** Returns the paths of the files with known digests. */
  public Set<String> paths() {
    return files.keySet();
  }

  /** Returns whether the digest of a file is known. */
  public boolean knows(String path) {
    return files.containsKey(path);
  }

  /** Returns the possible entries of a file, which must match one; empty for an unknown file. */
  List<SealEntry> entries(String path) {
    return files.getOrDefault(path, List.of());
  }

  /** Returns the first possible entry of a known file. */
  public SealEntry first(String path) {
    return files.get(path).get(0);
  }

  /** Returns whether a file's bytes match one of its entries. */
  public boolean accepts(String path, SealEntry found) {
    return entries(path).stream().anyMatch(found::hasSameBytes);
  }

  /** Returns whether a file was recorded as deleted or about to be deleted. */
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

  /** Returns whether a file must exist. */
  public boolean requires(String path) {
    return arrived.contains(path) && !isGone(path);
  }

  /**
   * Returns the first required file in or below a folder that is not in or below the folder's
   * entries.
   *
   * @param folder a path; empty for the array's folder
   * @param names the names of the folder's entries
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
   * Returns the record that replaces all others. It omits deleted files that do not exist.
   *
   * @param name the name of the array, with which paths in records begin
   * @param here the files that exist
   * @param left whether a missing file was intentionally not copied
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
   * Returns the entries that the next base must repeat even if their files do not exist. Another
   * writer may be about to create or delete them, or to write a base. Entries that a base has
   * already repeated are not repeated again.
   *
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
