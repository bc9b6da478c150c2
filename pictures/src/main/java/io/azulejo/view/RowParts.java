package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.error.CancelledException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.Layout;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a read, divided into parts that can be read independently. Rows are counted on
 * demand, starting with the first part. Fragment metadata often gives the count without reading
 * cells. Safe for use by several threads.
 */
final class RowParts {
  private static final long PART_BYTES = 4 << 20;
  private static final int MAX_PARTS = 20_000;

  private final Array array;
  private final List<Split> parts;
  private final long[] starts; // the start of each counted part, and the end of the last one
  private int counted;

  /** Divides the rows of a request into parts, in global order. */
  RowParts(Array array, ReadRequest rows) {
    this.array = array;
    ReadRequest request = rows.layout(Layout.GLOBAL_ORDER);
    this.parts =
        array.read(request).splits(SplitOptions.DEFAULT.targetBytes(PART_BYTES).maximum(MAX_PARTS));
    this.starts = new long[parts.size() + 1];
  }

  /** Returns whether all parts are counted. */
  synchronized boolean isComplete() {
    return counted == parts.size();
  }

  /** Returns the total number of rows in the counted parts. */
  synchronized long known() {
    return starts[counted];
  }

  /**
   * Returns the estimated number of rows: the rows of the counted parts, plus the estimates for the
   * others.
   */
  synchronized long estimate() {
    return starts[counted]
        + parts.subList(counted, parts.size()).stream().mapToLong(Split::cells).sum();
  }

  /**
   * Counts parts until the given row is known or a deadline passes. The first part is always
   * counted.
   *
   * @param deadlineNanos the deadline, as a value of {@link System#nanoTime}
   * @throws CancelledException if the thread is interrupted
   */
  synchronized void count(long row, long deadlineNanos) {
    while (counted < parts.size() && starts[counted] <= row) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancelledException("the client closed the connection");
      }
      if (counted > 0 && System.nanoTime() - deadlineNanos > 0) {
        return;
      }
      ReadRequest request = parts.get(counted).request();
      long rows = array.read(request).aggregate("count()").column(0).getLong(0);
      starts[counted + 1] = starts[counted] + rows;
      counted++;
    }
  }

  /**
   * The part that contains a row.
   *
   * @param request the request that reads the part
   * @param skip the number of rows in the part before the row
   * @param rows the number of rows in the part, starting at the row
   */
  record Place(ReadRequest request, long skip, long rows) {}

  /** Returns the part that contains a row, which must be in a counted part. */
  synchronized Place find(long row) {
    int index = Arrays.binarySearch(starts, 0, counted + 1, row + 1);
    int part = (index < 0 ? -index - 1 : index) - 1;
    // Skip empty parts that start after the row.
    while (part > 0 && starts[part] > row) {
      part--;
    }
    long skip = row - starts[part];
    return new Place(parts.get(part).request(), skip, starts[part + 1] - row);
  }
}
