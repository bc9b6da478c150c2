package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.TimeRange;
import java.util.List;

/**
 * The names of all files that an open array uses. With them another process sees the same array
 * without listing folders. Only names of immutable files are included.
 *
 * @param location the array
 * @param times the times that it was opened at
 * @param schemas the names of its schemas, in order
 * @param fragments the fragments, the oldest first
 * @param deletes the deletions, the oldest first
 * @param footers paths in the array of consolidated footer files, which are used if they still
 *     exist
 * @param metadata the names of the metadata files
 * @param conditionalCommits the number of visible conditional commits
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
   * @param marker its path in the array, as in lists of commits
   * @param file the path in the array of the file that holds it
   * @param content the bytes of its own file
   */
  public record Deletion(String marker, String file, Slice content) {}
}
