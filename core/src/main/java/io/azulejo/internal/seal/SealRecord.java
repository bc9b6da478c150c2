package io.azulejo.internal.seal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The content of one seal file: files that exist, are about to be created, or are about to be
 * deleted. Paths begin with the name of the array's folder. Records can be merged in any order, so
 * writers need no coordination.
 *
 * @param base whether the record is a base, which lists all files at its time; a seal needs at
 *     least one
 * @param superseded the names of seal files that this one replaces
 * @param files the possible entries of each file by path; its bytes must match one of them
 * @param intended the paths in {@code files} that may never have been created
 * @param arrived files that were {@code intended} in earlier records and then created
 * @param gone files that were deleted or may be deleted at any moment; a path with a trailing slash
 *     stands for a folder and everything in it
 */
record SealRecord(
    boolean base,
    SortedSet<String> superseded,
    SortedMap<String, List<SealEntry>> files,
    SortedSet<String> intended,
    SortedSet<String> arrived,
    SortedSet<String> gone) {

  /** Returns an empty record to be filled. */
  static SealRecord empty(boolean base) {
    return new SealRecord(
        base, new TreeSet<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }

  /** Adds an entry of a file. */
  void add(String path, SealEntry entry) {
    List<SealEntry> entries = files.computeIfAbsent(path, p -> new ArrayList<>());
    if (entries.stream().noneMatch(entry::hasSameBytes)) {
      entries.add(entry);
    }
  }

  /**
   * Returns the record to write before the last file of a change is created. Until that file
   * exists, none of the record's files is required.
   */
  static SealRecord before(SortedMap<String, SealEntry> changed) {
    SealRecord record = empty(false);
    changed.forEach(record::add);
    record.intended.addAll(changed.keySet());
    return record;
  }

  /** Returns the record to write after intended files were created. */
  static SealRecord after(Set<String> paths) {
    SealRecord record = empty(false);
    record.arrived.addAll(paths);
    return record;
  }

  /** Returns the record to write before files are deleted. */
  static SealRecord deletion(Set<String> paths) {
    SealRecord record = empty(false);
    record.gone.addAll(paths);
    return record;
  }
}
