package io.azulejo;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.maintain.StagedCommit;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A writer that adds cells to an array, batch by batch. All cells become visible together when
 * {@link #commit} is called; closing the writer without a commit deletes them. To commit the cells
 * of several writers together, end each writer with {@link #stage}. Only one thread at a time may
 * use a writer.
 *
 * <pre>{@code
 * try (ArrayWriter out = azulejo.array("quakes").writer()) {
 *   out.append(batch);
 *   out.commit();
 * }
 * }</pre>
 */
public final class ArrayWriter implements AutoCloseable {
  private final WritableArray array;
  private final CellWriter cells;
  private final LabelWrites labels;
  private final Tasks tasks;
  private boolean hasBatches;
  private volatile State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    COMMITTING,
    ENDED
  }

  ArrayWriter(WritableArray array, CellWriter cells, LabelWrites labels, Tasks tasks) {
    this.array = array;
    this.cells = cells;
    this.labels = labels;
    this.tasks = tasks;
  }

  /**
   * Adds cells. The batch must have a column for each attribute. For sparse arrays, and for dense
   * arrays written with {@link io.azulejo.query.WriteRequest#missing}, it must also have a column
   * for each dimension; these cells may be in any order. The column of a nullable attribute may
   * lack validity, which means that no cell is null.
   *
   * <p>The writer keeps the arrays of the columns until it has written the cells to files. Do not
   * change these arrays, and use new arrays for the next batch.
   *
   * <p>If this method throws an exception, the write has failed, and the writer can only be closed.
   *
   * @throws InvalidRequestException if the cells do not fit the array or the request, or if the
   *     write has failed or ended before
   * @throws io.azulejo.error.StorageException if a file cannot be written
   * @throws io.azulejo.error.CancelledException if the thread is interrupted
   */
  public void append(Batch batch) {
    requireOpen();
    state = State.FAILED;
    Cancellation.translate(() -> cells.append(batch));
    hasBatches = true;
    state = State.OPEN;
  }

  /**
   * Adds FLOAT64 values of the only attribute of a dense array, in the order of the write request.
   * The values of all cells can be passed in one call or in several calls. The array is not kept.
   *
   * @param attribute the name of the attribute
   * @param values the values of the next cells
   * @throws InvalidRequestException if the attribute has another type, or if {@link #append(Batch)}
   *     would throw it
   */
  public void append(String attribute, double[] values) {
    appendValues(attribute, values);
  }

  /** Adds FLOAT32 values of the only attribute; see {@link #append(String, double[])}. */
  public void append(String attribute, float[] values) {
    appendValues(attribute, values);
  }

  /**
   * Adds 8-byte integers of the only attribute; see {@link #append(String, double[])}. For UINT64,
   * their 64 bits are stored.
   */
  public void append(String attribute, long[] values) {
    appendValues(attribute, values);
  }

  /**
   * Adds 4-byte integers of the only attribute; see {@link #append(String, double[])}. For UINT32,
   * their 32 bits are stored.
   */
  public void append(String attribute, int[] values) {
    appendValues(attribute, values);
  }

  /**
   * Adds labels of the coordinates that the write fills: the range of the labeled dimension in the
   * request's subarray, or the whole (current) domain of the dimension. The column has the name of
   * the dimension label, and one value per coordinate, in the order of the coordinates. Several
   * calls with columns of the same label continue each other. All labels are required before the
   * commit.
   *
   * <p>A write may have only labels and no cells.
   *
   * <p>Labels are stored in separate arrays, which have their own commits. Therefore, {@link
   * #commit} cannot make labels and cells visible in a single step. It first completes all files.
   * Then it commits the labels, in the order in which they were added, and the cells last. All
   * commits have the same timestamp. The consequences are:
   *
   * <ul>
   *   <li>Readers that see the cells also see their labels.
   *   <li>Readers that open the array during the commit may see the new labels with the cells from
   *       before the write. If the coordinates had neither labels nor cells before, such readers
   *       find coordinates without cells.
   *   <li>If the commit of the cells fails, the labels stay. Repeating the whole write is harmless.
   * </ul>
   *
   * @param values the labels of the next coordinates
   * @throws InvalidRequestException if the array does not have this label; if the values do not fit
   *     its type, are not in its order, or are too many; or if the write has failed or ended
   */
  public void appendLabels(Column values) {
    appendLabels(Optional.empty(), values);
  }

  /**
   * Adds labels of a range of coordinates; see {@link #appendLabels(Column)}. For sparse arrays,
   * this labels only a part of the domain. A write can have one range of each label.
   *
   * @param coordinates the coordinates, both ends inclusive
   */
  public void appendLabels(Range coordinates, Column values) {
    appendLabels(Optional.of(coordinates), values);
  }

  private void appendLabels(Optional<Range> coordinates, Column values) {
    requireOpen();
    state = State.FAILED;
    Cancellation.translate(() -> labels.append(coordinates, values));
    state = State.OPEN;
  }

  private void appendValues(String attribute, Object values) {
    requireOpen();
    ValuePieces.of(array.schema().schema(), attribute, values).forEach(this::append);
  }

  /**
   * Commits the cells: all of them become visible together. Labels become visible before; see
   * {@link #appendLabels(Column)}. This ends the writer.
   *
   * @return the names of the fragments that contain the cells; empty if there were no cells
   * @throws InvalidRequestException if cells or labels are missing, or if cells were written twice
   * @throws CommitUnknownException if it is unknown whether the commit succeeded; nothing was
   *     deleted, and the message names the file that exists if the commit succeeded
   */
  public List<String> commit() {
    return commit(() -> {});
  }

  /**
   * Commits the cells. Runs {@code before} when all files are complete, immediately before the
   * cells become visible.
   */
  List<String> commit(Runnable before) {
    requireOpen();
    return finish(before);
  }

  /**
   * Commits the cells in a thread of the engine; see {@link #commit}. This ends the writer, even if
   * the commit fails, so closing it afterwards does nothing.
   *
   * <p>If the future is cancelled or completed before the commit starts, the cells are deleted and
   * never become visible. A commit that has started is not stopped; the future then does not tell
   * whether the cells are visible. If the engine is closed before the commit, the future fails with
   * an {@link InvalidRequestException}.
   *
   * @return a future that completes with the names of the fragments that contain the cells, or with
   *     an exception of {@link #commit}
   * @throws InvalidRequestException if the writer has failed or ended before, or if the engine is
   *     closed
   */
  public CompletableFuture<List<String>> commitAsync() {
    requireOpen();
    state = State.COMMITTING;
    try {
      return tasks.drive(
          work -> {
            try {
              return finish(work::beginCommit);
            } finally {
              work.shield();
              end();
            }
          });
    } catch (InvalidRequestException e) {
      state = State.FAILED;
      throw e;
    }
  }

  private List<String> finish(Runnable before) {
    state = state == State.COMMITTING ? state : State.FAILED;
    boolean onlyLabels = !hasBatches && !labels.isEmpty();
    List<FragmentName> names = onlyLabels ? List.of() : Cancellation.translate(cells::finish);
    Cancellation.translate(labels::finish);
    Cancellation.translate(before);
    Cancellation.translate(labels::commit);
    if (!names.isEmpty()) {
      try {
        Cancellation.translate(() -> Commit.fragments(array, names));
      } catch (CommitUnknownException e) {
        state = State.ENDED;
        throw e;
      }
    }
    state = State.ENDED;
    if (onlyLabels) {
      cells.close();
    }
    return names.stream().map(FragmentName::text).toList();
  }

  /**
   * Completes the written files without committing them. {@link ArrayHandle#commit(List,
   * CommitOptions)} commits them together with the files of other writers. This ends the writer;
   * closing it afterwards deletes nothing. All writers of a job should use the same time; see
   * {@link ChangeOptions#at}.
   *
   * @return the staged fragments; their files are durable
   * @throws InvalidRequestException if cells are missing or were written twice, or if the write has
   *     labels, which cannot be staged
   * @throws io.azulejo.error.StorageException if a file cannot be written; the write has then
   *     failed, and the writer can only be closed
   */
  public StagedFragments stage() {
    requireOpen();
    if (!labels.isEmpty()) {
      throw new InvalidRequestException(
          "labels cannot be staged, because they are in other arrays; commit them in a write of"
              + " their own, before the staged cells");
    }
    state = State.FAILED;
    StagedFragments staged =
        Cancellation.translate(
            () -> new StagedFragments(StagedCommit.describe(array, cells.finish(), tasks)));
    Seals.stage(array.storage());
    state = State.ENDED;
    return staged;
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new InvalidRequestException(
          state == State.FAILED
              ? "this write has failed; close it and start a new one"
              : "this write is committed, being committed, staged or closed; start a new one");
    }
  }

  /**
   * Ends the writer. Deletes the written cells and labels, unless they were committed or staged, or
   * {@link #commitAsync} is committing them.
   */
  @Override
  public void close() {
    if (state != State.COMMITTING) {
      end();
    }
  }

  private void end() {
    if (state != State.ENDED) {
      state = State.ENDED;
      Cleanup.runAll(List.of(cells::close, labels::close));
    }
  }
}
