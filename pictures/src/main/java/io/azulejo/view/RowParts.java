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
 * The rows of a read in parts, each of which can be read by itself. How many rows a part has is
 * counted when somebody wants to know, from the first part on; tables of fragments answer most of
 * that, so that no cell is read.
 */
final class RowParts {
  private static final long PART_BYTES = 4 << 20;
  private static final int MAX_PARTS = 20_000;

  private final Array array;
  private final List<Split> parts;
  private final long[] starts; // of the parts that are counted, and the end of the last one
  private int counted;

  /** The rows of a request, in global order. */
  RowParts(Array array, ReadRequest rows) {
    this.array = array;
    ReadRequest request = rows.layout(Layout.GLOBAL_ORDER);
    this.parts =
        array.read(request).splits(SplitOptions.DEFAULT.targetBytes(PART_BYTES).maximum(MAX_PARTS));
    this.starts = new long[parts.size() + 1];
  }

  /** Whether all parts are counted. */
  synchronized boolean isComplete() {
    return counted == parts.size();
  }

  /** The rows of the parts that are counted. */
  synchronized long known() {
    return starts[counted];
  }

  /** About how many rows there are: those that are known, and the most that the others can have. */
  synchronized long estimate() {
    return starts[counted]
        + parts.subList(counted, parts.size()).stream().mapToLong(Split::cells).sum();
  }

  /** Counts until a row is known, or a time has come. */
  synchronized void count(long row, long deadlineNanos) {
    while (counted < parts.size() && starts[counted] <= row) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancelledException("nobody waits for it");
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
   * The part that a row is in.
   *
   * @param request what reads it
   * @param skip the rows of it before that one
   * @param rows the rows of it from that one on
   */
  record Place(ReadRequest request, long skip, long rows) {}

  /** The part of a row that is known. */
  synchronized Place find(long row) {
    int index = Arrays.binarySearch(starts, 0, counted + 1, row + 1);
    int part = (index < 0 ? -index - 1 : index) - 1;
    // Parts without rows lie before the one that is found.
    while (part > 0 && starts[part] > row) {
      part--;
    }
    long skip = row - starts[part];
    return new Place(parts.get(part).request(), skip, starts[part + 1] - row);
  }
}
