package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.SnapshotToken;
import java.util.Optional;

/**
 * Options for reading an array as a stream.
 *
 * @param start the earliest write time to read, in milliseconds since 1970; 0 for all cells, empty
 *     for cells written from now on
 * @param ignoresDeletions whether the stream continues if rows are deleted
 * @param fragments the maximum number of fragments in a batch
 * @param bytes the size of a batch's files in bytes beyond which no further fragment is added
 */
record StreamOptions(Optional<Long> start, boolean ignoresDeletions, int fragments, long bytes) {

  /** Returns whether the stream starts with the oldest cells. */
  boolean fromEarliest() {
    return start.equals(Optional.of(0L));
  }

  /**
   * Returns the snapshot of everything before the start of the stream.
   *
   * @param table the array as of the creation of the query
   */
  SnapshotToken start(ArrayOptions options, Array table) {
    return start.map(time -> before(options, table, time)).orElseGet(table::token);
  }

  private static SnapshotToken before(ArrayOptions options, Array table, long time) {
    SnapshotToken none = table.token().withoutCells();
    if (time == 0) {
      return none;
    }
    long older =
        Engines.open(options, table.changes(none).cells()).fragments().stream()
            .filter(fragment -> Long.compareUnsigned(fragment.times().end(), time) < 0)
            .count();
    return table.changes(none, (int) older).next();
  }
}
