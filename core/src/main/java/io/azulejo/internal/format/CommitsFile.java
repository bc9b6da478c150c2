package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Many commit files in one.
 *
 * @param entries what they were
 */
public record CommitsFile(List<Entry> entries) {
  /** Takes a copy of the list. */
  public CommitsFile {
    entries = List.copyOf(entries);
  }

  /**
   * What a file holds that commits fragments under an id: their commits, and the first once more,
   * which shows that none was lost.
   *
   * @param commits at least one
   */
  public static CommitsFile closed(List<Entry> commits) {
    List<Entry> entries = new ArrayList<>(commits);
    entries.add(commits.get(0));
    return new CommitsFile(entries);
  }

  /**
   * A commit file.
   *
   * @param path where it was, relative to the array
   * @param content its bytes, for deletions and updates
   */
  public record Entry(String path, Optional<Slice> content) {
    /** The last part of the path: the file's name. */
    public String file() {
      return ArrayPaths.lastComponent(path);
    }
  }
}
