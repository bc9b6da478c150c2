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
 * Turns batches into fragments that are not part of the array yet. It checks the columns of each
 * batch and passes them to the writer for dense, scattered or sparse cells. Not safe for use by
 * several threads at once.
 */
public final class CellWriter implements AutoCloseable {
  private final BatchCheck check;
  private final CellSink sink;

  private CellWriter(BatchCheck check, CellSink sink) {
    this.check = check;
    this.sink = sink;
  }

  /**
   * Creates a writer to an array.
   *
   * @param time timestamp of the cells in milliseconds since 1970
   * @param neighbors looks up stored values next to the written cells, for attributes that promise
   *     an order
   * @param stored supplies the stored cells of a dense array, from which missing cells keep their
   *     values
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   */
  public static CellWriter of(
      WritableArray array,
      WriteRequest request,
      long time,
      Resources resources,
      StoredValues neighbors,
      Supplier<StoredCells> stored) {
    if (request.maxFragmentSize() != Long.MAX_VALUE) {
      // Software for older format versions does not know the file that commits several fragments at
      // once.
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
          new ScatteredWriter(array, request, missing.get(), time, resources, neighbors, stored));
    }
    return new CellWriter(
        check,
        schema.isDense()
            ? new DenseWriter(array, request, time, resources, neighbors)
            : SparseWriter.of(array, request, time, resources));
  }

  /**
   * Creates a writer to an array that has no cells yet.
   *
   * @param time timestamp of the cells in milliseconds since 1970
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
   * Adds cells. The writer may keep the arrays of the batch until the cells are in files, so the
   * caller must not modify them.
   *
   * @throws io.azulejo.error.InvalidRequestException if the cells do not fit the array
   */
  public void append(Batch cells) {
    sink.append(check.check(cells), cells.rows());
  }

  /**
   * Completes the fragments. Their files are durable when this method returns.
   *
   * @return the names of the fragments; empty if no cells were added
   */
  public List<FragmentName> finish() {
    return sink.finish();
  }

  /** Deletes the fragments, whether they are finished or not. */
  @Override
  public void close() {
    sink.close();
  }
}
