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
 * deleted. Each path begins with the name of the array's folder. Records can be merged in any
 * order, so writers need no coordination. The collections are mutable until the record is written.
 *
 * @param base whether this is a base record, which lists all files that existed when it was
 *     written; a seal that writers keep up to date needs at least one
 * @param superseded the names of seal files that this record replaces
 * @param files the possible entries of each file, by path; the file's bytes must match one of them
 * @param intended the paths in {@code files} that may not have been created yet
 * @param arrived files that earlier records list as intended and that were then created
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

  /** Creates an empty record, which the caller fills. */
  static SealRecord empty(boolean base) {
    return new SealRecord(
        base, new TreeSet<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }

  /**
   * Adds a possible entry of a file. Does nothing if the record has an entry with the same size and
   * SHA-256.
   */
  void add(String path, SealEntry entry) {
    List<SealEntry> entries = files.computeIfAbsent(path, p -> new ArrayList<>());
    if (entries.stream().noneMatch(entry::hasSameBytes)) {
      entries.add(entry);
    }
  }

  /**
   * Returns the record to write before the last file of a change is created. It makes the change's
   * files known, but does not require that they exist.
   *
   * @param changed the entries of the change's files, by path
   */
  static SealRecord before(SortedMap<String, SealEntry> changed) {
    SealRecord record = empty(false);
    changed.forEach(record::add);
    record.intended.addAll(changed.keySet());
    return record;
  }

  /** Returns the record to write after intended files were created. It requires that they exist. */
  static SealRecord after(Set<String> paths) {
    SealRecord record = empty(false);
    record.arrived.addAll(paths);
    return record;
  }

  /**
   * Returns the record to write before files are deleted.
   *
   * @param paths the files, and folders with a trailing slash
   */
  static SealRecord deletion(Set<String> paths) {
    SealRecord record = empty(false);
    record.gone.addAll(paths);
    return record;
  }
}
