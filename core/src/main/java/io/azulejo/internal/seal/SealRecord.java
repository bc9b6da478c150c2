package io.azulejo.internal.seal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one file of a seal says: which files are there, are about to be there, or are to go. Paths
 * begin with the name of the array's folder. Several records mean what they say together, in
 * whatever order: that is why writers need not know of each other.
 *
 * @param base whether it is one from which the others go on, so that one has to be there
 * @param superseded the names of files of the seal that say nothing any more, as this one says what
 *     is left of them
 * @param files what is said of the bytes of files; several of one path where any of them may be
 *     there
 * @param intended which of these files may never have come
 * @param arrived files that others intended, and that are there
 * @param gone files that were deleted, or may be at any moment; with a slash at the end all that is
 *     in a folder
 */
record SealRecord(
    boolean base,
    SortedSet<String> superseded,
    SortedMap<String, List<SealEntry>> files,
    SortedSet<String> intended,
    SortedSet<String> arrived,
    SortedSet<String> gone) {

  /** A record that says nothing yet, to be added to. */
  static SealRecord empty(boolean base) {
    return new SealRecord(
        base, new TreeSet<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }

  /** Says something of a file's bytes. */
  void add(String path, SealEntry entry) {
    List<SealEntry> entries = files.computeIfAbsent(path, p -> new ArrayList<>());
    if (entries.stream().noneMatch(entry::isOfSameBytes)) {
      entries.add(entry);
    }
  }

  /**
   * The record of files that are part of a change: the last of them is about to be created, and if
   * it never comes, the others may go unsaid.
   */
  static SealRecord before(SortedMap<String, SealEntry> changed) {
    SealRecord record = empty(false);
    changed.forEach(record::add);
    record.intended.addAll(changed.keySet());
    return record;
  }

  /** The record of files that were intended, and have come. */
  static SealRecord after(Set<String> paths) {
    SealRecord record = empty(false);
    record.arrived.addAll(paths);
    return record;
  }

  /** The record of what is about to be deleted. */
  static SealRecord deletion(Set<String> paths) {
    SealRecord record = empty(false);
    record.gone.addAll(paths);
    return record;
  }
}
