package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.TimeRange;
import java.util.List;

/**
 * The names of all files that an open array uses. Another process can use them to open the same
 * snapshot of the array without listing folders. All named files are immutable.
 *
 * @param location the location of the array
 * @param times the time range at which the array was opened
 * @param schemas the names of the schemas, in order
 * @param fragments the names of the fragments, from oldest to newest
 * @param deletes the deletions, from oldest to newest
 * @param footers the paths of consolidated footer files, relative to the array; files that no
 *     longer exist are ignored
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
   * @param marker the path that identifies the deletion in lists of commits
   * @param file the path of the file that contains the deletion, relative to the array; a deletion
   *     file or a consolidated commit file
   * @param content the bytes of the deletion file
   */
  public record Deletion(String marker, String file, Slice content) {}
}
