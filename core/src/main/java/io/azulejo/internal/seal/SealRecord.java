package io.azulejo.internal.seal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One file of a seal: files that exist, are about to be created, or are about to be deleted. Paths
 * begin with the name of the array's folder. The order of records does not matter, so writers need
 * no coordination.
 *
 * @param base whether it is a base, which lists all files of its time; a seal needs at least one
 * @param superseded the names of files of the seal that this one replaces
 * @param files the entries of files by path; several for one path where the file may match any
 * @param intended which of these files may never have been created
 * @param arrived files of earlier records' {@code intended} that were created
 * @param gone files that were deleted, or may be at any moment; a path with a slash at the end is a
 *     folder with all that is in it
 */
record SealRecord(
    boolean base,
    SortedSet<String> superseded,
    SortedMap<String, List<SealEntry>> files,
    SortedSet<String> intended,
    SortedSet<String> arrived,
    SortedSet<String> gone) {

  /** An empty record, to be filled. */
  static SealRecord empty(boolean base) {
    return new SealRecord(
        base, new TreeSet<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }

  /** Adds an entry of a file. */
  void add(String path, SealEntry entry) {
    List<SealEntry> entries = files.computeIfAbsent(path, p -> new ArrayList<>());
    if (entries.stream().noneMatch(entry::isOfSameBytes)) {
      entries.add(entry);
    }
  }

  /**
   * The record to write before the last file of a change is created: if that never happens, none of
   * its files needs to exist.
   */
  static SealRecord before(SortedMap<String, SealEntry> changed) {
    SealRecord record = empty(false);
    changed.forEach(record::add);
    record.intended.addAll(changed.keySet());
    return record;
  }

  /** The record to write after intended files were created. */
  static SealRecord after(Set<String> paths) {
    SealRecord record = empty(false);
    record.arrived.addAll(paths);
    return record;
  }

  /** The record to write before files are deleted. */
  static SealRecord deletion(Set<String> paths) {
    SealRecord record = empty(false);
    record.gone.addAll(paths);
    return record;
  }
}
