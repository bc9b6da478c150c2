package io.azulejo;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.maintain.StagedCommit;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.query.Batch;
import java.util.List;
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
  private final Tasks tasks;
  private volatile State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    COMMITTING,
    ENDED
  }

  ArrayWriter(WritableArray array, CellWriter cells, Tasks tasks) {
    this.array = array;
    this.cells = cells;
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

  private void appendValues(String attribute, Object values) {
    requireOpen();
    ValuePieces.of(array.schema().schema(), attribute, values).forEach(this::append);
  }

  /**
   * Commits the cells: all of them become visible together. This ends the writer.
   *
   * @return the names of the fragments that contain the cells; empty if there were no cells
   * @throws InvalidRequestException if cells are missing or were written twice
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
    List<FragmentName> names = Cancellation.translate(cells::finish);
    Cancellation.translate(before);
    if (!names.isEmpty()) {
      try {
        Cancellation.translate(() -> Commit.fragments(array, names));
      } catch (CommitUnknownException e) {
        state = State.ENDED;
        throw e;
      }
    }
    state = State.ENDED;
    return names.stream().map(FragmentName::text).toList();
  }

  /**
   * Completes the written files without committing them. {@link ArrayHandle#commit(List,
   * CommitOptions)} commits them together with the files of other writers. This ends the writer;
   * closing it afterwards deletes nothing. All writers of a job should use the same time; see
   * {@link ChangeOptions#at}.
   *
   * @return the staged fragments; their files are durable
   * @throws InvalidRequestException if cells are missing or were written twice
   * @throws io.azulejo.error.StorageException if a file cannot be written; the write has then
   *     failed, and the writer can only be closed
   */
  public StagedFragments stage() {
    requireOpen();
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
   * Ends the writer. Deletes the written cells, unless they were committed or staged, or {@link
   * #commitAsync} is committing them.
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
      cells.close();
    }
  }
}
