package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.SnapshotToken;
import java.util.Optional;

/**
 * The options for reading an array as a stream.
 *
 * @param start the earliest write time to read, in milliseconds since 1970; 0 for all cells, empty
 *     for cells written from now on
 * @param ignoresDeletions whether the stream continues after rows have been deleted
 * @param fragments the maximum number of fragments in a batch
 * @param bytes the maximum size of a batch's files in bytes; a single larger fragment is a batch of
 *     its own
 */
record StreamOptions(Optional<Long> start, boolean ignoresDeletions, int fragments, long bytes) {

  /** Returns whether the stream starts with the oldest cells. */
  boolean fromEarliest() {
    return start.equals(Optional.of(0L));
  }

  /**
   * Returns the snapshot of everything written before the start of the stream.
   *
   * @param options the options of the table
   * @param table the array at the time the query was created
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
