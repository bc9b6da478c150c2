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
 * What a seal says of the files of an array or a group: its records taken together. Paths are those
 * from the folder of the array on. Immutable.
 */
public final class Seal {
  private final boolean kept;
  private final boolean based;
  private final SortedMap<String, List<SealEntry>> files = new TreeMap<>();

  /** The files that are said to be there, whatever became of them. */
  private final TreeSet<String> arrived = new TreeSet<>();

  private final Set<String> gone = new HashSet<>();

  /** What writers have noted of deletions since the base was made. */
  private final Set<String> goneSinceBase = new TreeSet<>();

  /** The files that writers were about to create since the base was made. */
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

  /** A seal of a single file, which nobody keeps up to date. */
  static Seal single(SealRecord record) {
    return new Seal(false, List.of(record));
  }

  /** A seal that is kept up to date, of records that are not superseded. */
  static Seal kept(Collection<SealRecord> records) {
    return new Seal(true, records);
  }

  /** A path without the name of the array, which may have been another one. */
  private static String within(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  /** Whether writers keep it up to date. */
  public boolean isKept() {
    return kept;
  }

  /**
   * Checks that no file of the seal itself is missing, as far as the others tell.
   *
   * @param place where it is
   * @throws CorruptDataException if one is
   */
  public void requireWhole(Location place) {
    if (!based) {
      throw incomplete(place, "the file that all others go on from, \"# base\"");
    }
    for (String path : arrived) {
      if (!files.containsKey(path) && !isGone(path)) {
        throw incomplete(place, "the file that tells the digest of %s".formatted(path));
      }
    }
  }

  private static CorruptDataException incomplete(Location place, String file) {
    return CorruptDataException.of(
            SealFile.STRUCTURE, null, -1, "it is not whole: %s is missing".formatted(file))
        .at(place.toString());
  }

  /** The files that it tells the digests of. */
  public Set<String> paths() {
    return files.keySet();
  }

  /** Whether it tells the digest of a file. */
  public boolean knows(String path) {
    return files.containsKey(path);
  }

  /** What is said of the bytes of a file: of any of these it may be. */
  List<SealEntry> entries(String path) {
    return files.getOrDefault(path, List.of());
  }

  /** What may be said of the bytes of a file that it knows. */
  public SealEntry first(String path) {
    return files.get(path).get(0);
  }

  /** Whether a file has the bytes that it is to have. */
  public boolean accepts(String path, SealEntry found) {
    return entries(path).stream().anyMatch(found::isOfSameBytes);
  }

  /** Whether a file was deleted, or was to be. */
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

  /** Whether a file has to be there. */
  public boolean requires(String path) {
    return arrived.contains(path) && !isGone(path);
  }

  /**
   * A file that has to be there and is in a folder or below it, and not in any of some files and
   * folders there.
   *
   * @param folder a path, or empty for the folder of the array
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
        // The character after the slash: beyond all that is in this folder.
        path = slash < 0 ? arrived.higher(path) : arrived.ceiling(prefix + name + (char) ('/' + 1));
      }
    }
    return Optional.empty();
  }

  /**
   * What is left to say: nothing of files that were deleted and are not there.
   *
   * @param name the name of the array, with which paths begin
   * @param here the files that are there
   * @param left whether a file that is not there was left behind on purpose
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
   * What has to be said once more, though nothing of it may be there: somebody may be just about to
   * create or to delete it, or to gather at the same time. What was said twice is over.
   *
   * @param here the files that are there
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
