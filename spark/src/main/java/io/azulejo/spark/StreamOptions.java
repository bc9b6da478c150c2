package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.SnapshotToken;
import java.util.Optional;

/**
 * How an array is read as a stream.
 *
 * @param start where it begins: the time from which on what was written is read, in milliseconds
 *     since 1970; 0 for all, empty for what is written from now on
 * @param ignoresDeletions whether it goes on where rows are deleted
 * @param fragments the most fragments of a batch
 * @param bytes the bytes of files after which a batch takes no further fragment
 */
record StreamOptions(Optional<Long> start, boolean ignoresDeletions, int fragments, long bytes) {

  /** Whether all rows are read. */
  boolean fromEarliest() {
    return start.equals(Optional.of(0L));
  }

  /**
   * What is not read.
   *
   * @param table the array as it was when the query was made
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
