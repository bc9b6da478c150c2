package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.TimeRange;
import java.util.List;

/**
 * The names of all that an open array sees, so that another process sees the same without listing
 * folders. Names are those of files that never change.
 *
 * @param location the array
 * @param times the times that it was opened at
 * @param schemas the names of its schemas, in their order
 * @param fragments the fragments, the oldest first
 * @param deletes the deletions, the oldest first
 * @param footers the files that hold footers of several fragments, which are used where they are
 *     there; paths in the array
 * @param metadata the names of the files of metadata
 * @param conditionalCommits how many conditional commits are seen
 */
public record SnapshotNames(
    String location,
    TimeRange times,
    List<String> schemas,
    List<FragmentName> fragments,
    List<Deletion> deletes,
    List<String> footers,
    List<String> metadata,
    long conditionalCommits) {

  /**
   * A deletion.
   *
   * @param marker its path in the array, as lists of commits name it
   * @param file the file that holds it, as a path in the array
   * @param content the bytes of its own file
   */
  public record Deletion(String marker, String file, Slice content) {}
}
