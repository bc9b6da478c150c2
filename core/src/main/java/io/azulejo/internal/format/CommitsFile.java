package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of a file that consolidates commit files.
 *
 * @param entries the commit files
 */
public record CommitsFile(List<Entry> entries) {
  /** Takes a copy of the list. */
  public CommitsFile {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the content of a file that commits fragments under an id: their commits, then the first
   * commit again. The repetition shows that no line was lost.
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
   * @param path its former path, relative to the array
   * @param content its bytes, for deletions and updates
   */
  public record Entry(String path, Optional<Slice> content) {
    /** Returns the name of the file, which is the last part of the path. */
    public String file() {
      return ArrayPaths.lastComponent(path);
    }
  }
}
