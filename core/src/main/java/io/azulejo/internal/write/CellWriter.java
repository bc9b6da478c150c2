package io.azulejo.internal.write;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.Batch;
import io.azulejo.query.WriteRequest;
import java.util.List;

/**
 * Turns batches into fragments that are not part of the array yet. Closing it deletes what was
 * written, unless it was finished. For one thread at a time.
 */
public interface CellWriter extends AutoCloseable {
  /**
   * A writer to an array.
   *
   * @param time the milliseconds since 1970 that the cells are of
   * @param stored the cells that are there, for attributes that promise an order
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   */
  static CellWriter of(
      WritableArray array, WriteRequest request, long time, WriteScope scope, StoredValues stored) {
    if (request.maxFragmentSize() != Long.MAX_VALUE) {
      // Releases that write older versions do not know the file that commits several at once.
      array.requireVersion(
          array.writeVersion().splitsDirectories(),
          "commit several fragments at once, as a limit of their size asks for");
    }
    if (array.schema().schema().isDense()) {
      return new DenseWriter(array, request, time, scope, stored);
    }
    return SparseWriter.of(array, request, time, scope);
  }

  /**
   * Adds cells. The arrays of a batch, which nobody writes to any more, may be kept until the cells
   * are in files.
   *
   * @throws io.azulejo.error.InvalidRequestException if they do not fit the array
   */
  void append(Batch cells);

  /** Completes the fragments: their files are durable when this returns. */
  List<FragmentName> finish();

  /** Deletes the fragments, finished or not. */
  @Override
  void close();
}
