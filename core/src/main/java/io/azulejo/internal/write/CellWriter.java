package io.azulejo.internal.write;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.dense.DenseWriter;
import io.azulejo.internal.write.dense.StoredValues;
import io.azulejo.internal.write.fragment.CellSink;
import io.azulejo.internal.write.scattered.ScatteredWriter;
import io.azulejo.internal.write.scattered.StoredCells;
import io.azulejo.internal.write.sparse.SparseWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Turns batches into fragments that are not part of the array yet: checks the columns of each batch
 * and hands them to the writer of dense, scattered or sparse cells. For one thread at a time.
 */
public final class CellWriter implements AutoCloseable {
  private final BatchCheck check;
  private final CellSink sink;

  private CellWriter(BatchCheck check, CellSink sink) {
    this.check = check;
    this.sink = sink;
  }

  /**
   * A writer to an array.
   *
   * @param time the milliseconds since 1970 that the cells are of
   * @param neighbours looks up the stored neighbours of what is written, for attributes that
   *     promise an order
   * @param stored what a dense array holds now, where missing cells keep that
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   */
  public static CellWriter of(
      WritableArray array,
      WriteRequest request,
      long time,
      Resources resources,
      StoredValues neighbours,
      Supplier<StoredCells> stored) {
    if (request.maxFragmentSize() != Long.MAX_VALUE) {
      // Releases that write older versions do not know the file that commits several at once.
      array.requireVersion(
          array.writeVersion().splitsDirectories(),
          "commit several fragments at once, as a limit of their size requires");
    }
    ArraySchema schema = array.schema().schema();
    Optional<MissingCells> missing = request.missing();
    BatchCheck check = new BatchCheck(schema, missing.isPresent());
    if (missing.isPresent()) {
      return new CellWriter(
          check,
          new ScatteredWriter(array, request, missing.get(), time, resources, neighbours, stored));
    }
    return new CellWriter(
        check,
        schema.isDense()
            ? new DenseWriter(array, request, time, resources, neighbours)
            : SparseWriter.of(array, request, time, resources));
  }

  /**
   * A writer to an array that has no cells.
   *
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   */
  public static CellWriter ofNew(
      WritableArray array, WriteRequest request, long time, Resources resources) {
    return of(
        array,
        request,
        time,
        resources,
        (attribute, coordinate) -> Optional.empty(),
        () -> {
          throw new IllegalStateException("an array without cells has nothing to keep");
        });
  }

  /**
   * Adds cells. The arrays of a batch, which nobody writes to any more, may be kept until the cells
   * are in files.
   *
   * @throws io.azulejo.error.InvalidRequestException if they do not fit the array
   */
  public void append(Batch cells) {
    sink.append(check.check(cells), cells.rows());
  }

  /**
   * Completes the fragments: their files are durable when this returns.
   *
   * @return the names of the fragments; none where there are no cells
   */
  public List<FragmentName> finish() {
    return sink.finish();
  }

  /** Deletes the fragments, finished or not. */
  @Override
  public void close() {
    sink.close();
  }
}
