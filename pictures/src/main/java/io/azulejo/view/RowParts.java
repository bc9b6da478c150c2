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
 * The rows of a read in parts that can be read independently. Rows of parts are counted on demand,
 * starting with the first part. Tables of fragments answer most counts without reading cells.
 */
final class RowParts {
  private static final long PART_BYTES = 4 << 20;
  private static final int MAX_PARTS = 20_000;

  private final Array array;
  private final List<Split> parts;
  private final long[] starts; // the starts of the counted parts, and the end of the last one
  private int counted;

  /** Creates the parts of a request, in global order. */
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

  /** Returns the number of rows of the counted parts. */
  synchronized long known() {
    return starts[counted];
  }

  /** Estimates the number of rows: the counted rows plus the upper bound of the other parts. */
  synchronized long estimate() {
    return starts[counted]
        + parts.subList(counted, parts.size()).stream().mapToLong(Split::cells).sum();
  }

  /** Counts until a row is known or a deadline has passed. */
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
   * The part with a row.
   *
   * @param request the request that reads the part
   * @param skip the number of rows before the row
   * @param rows the number of rows from the row on
   */
  record Place(ReadRequest request, long skip, long rows) {}

  /** Returns the part of a counted row. */
  synchronized Place find(long row) {
    int index = Arrays.binarySearch(starts, 0, counted + 1, row + 1);
    int part = (index < 0 ? -index - 1 : index) - 1;
    // Empty parts precede the found part.
    while (part > 0 && starts[part] > row) {
      part--;
    }
    long skip = row - starts[part];
    return new Place(parts.get(part).request(), skip, starts[part + 1] - row);
  }
}
