package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content of a consolidated commit file.
 *
 * @param entries the commit files that it stands for, in file order
 */
public record CommitsFile(List<Entry> entries) {
  /** Copies the list. */
  public CommitsFile {
    entries = List.copyOf(entries);
  }

  /**
   * Creates the content of a file that commits fragments under an id. It contains their commits and
   * then the first commit again. The repetition proves that no line was lost.
   *
   * @param commits the commits of the fragments, at least one
   */
  public static CommitsFile closed(List<Entry> commits) {
    List<Entry> entries = new ArrayList<>(commits);
    entries.add(commits.get(0));
    return new CommitsFile(entries);
  }

  /**
   * A commit file that a consolidated commit file stands for.
   *
   * @param path the path of the commit file, relative to the array
   * @param content the bytes of a deletion or an update file; empty for fragments
   */
  public record Entry(String path, Optional<Slice> content) {
    /** Returns the name of the file, which is the last component of the path. */
    public String file() {
      return ArrayPaths.lastComponent(path);
    }
  }
}
