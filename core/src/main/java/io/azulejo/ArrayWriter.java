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
 * Writes cells to an array, batch after batch. The cells become visible all at once with {@link
 * #commit}; closing the writer without a commit deletes them. To commit the cells of several
 * writers at once, end each of them with {@link #stage}. For one thread at a time.
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
   * Adds cells. The batch has a column for each attribute. Sparse arrays, and dense arrays written
   * with {@link io.azulejo.query.WriteRequest#missing}, also need a column for each dimension;
   * their cells come in any order. A column of a nullable attribute may lack validity; then no cell
   * is null.
   *
   * <p>The writer keeps the arrays of the columns until the cells are in files: do not change them,
   * and use new arrays for the next batch.
   *
   * @throws InvalidRequestException if the cells do not fit the array or the request; the write has
   *     then failed, and can only be closed
   * @throws io.azulejo.error.StorageException if a file cannot be written; the write has then
   *     failed, too
   * @throws io.azulejo.error.CancelledException if the thread is interrupted; the write has then
   *     failed, too
   */
  public void append(Batch batch) {
    requireOpen();
    state = State.FAILED;
    Cancellation.translate(() -> cells.append(batch));
    state = State.OPEN;
  }

  /**
   * Adds FLOAT64 values of the only attribute of a dense array, in the order of the request: all
   * cells or some of them. The array is not kept.
   *
   * @param attribute the name of the attribute
   * @throws InvalidRequestException under the conditions of {@link #append(Batch)}, and if the
   *     attribute has values of another type
   */
  public void append(String attribute, double[] values) {
    appendValues(attribute, values);
  }

  /** Adds FLOAT32 values; see {@link #append(String, double[])}. */
  public void append(String attribute, float[] values) {
    appendValues(attribute, values);
  }

  /** Adds 8-byte integers, UINT64 as the same bits; see {@link #append(String, double[])}. */
  public void append(String attribute, long[] values) {
    appendValues(attribute, values);
  }

  /** Adds 4-byte integers, UINT32 as the same bits; see {@link #append(String, double[])}. */
  public void append(String attribute, int[] values) {
    appendValues(attribute, values);
  }

  private void appendValues(String attribute, Object values) {
    requireOpen();
    ValuePieces.of(array.schema().schema(), attribute, values).forEach(this::append);
  }

  /**
   * Commits the cells: all of them become visible at once.
   *
   * @return the names of the fragments that hold the cells; empty without cells
   * @throws InvalidRequestException if cells are missing or given twice
   * @throws CommitUnknownException if it is unknown whether the commit succeeded; the exception
   *     names the file whose existence tells, and nothing is deleted
   */
  public List<String> commit() {
    return commit(() -> {});
  }

  /**
   * Commits the cells. Runs {@code before} when the files are complete, just before the cells
   * become visible.
   */
  List<String> commit(Runnable before) {
    requireOpen();
    return finish(before);
  }

  /**
   * Commits in a thread of the engine as {@link #commit} does. This ends the writer even if the
   * commit fails: closing it does nothing.
   *
   * <p>If the future is cancelled or completed before the commit starts, the cells are deleted and
   * never become visible. A commit that has started is not stopped, and such a future does not tell
   * whether the cells are visible. If the engine is closed first, the future fails with an {@link
   * InvalidRequestException}.
   *
   * @return the names of the fragments that hold the cells, or the exception of {@link #commit}
   * @throws InvalidRequestException if the writer is not open any more, or the engine is closed
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
   * Completes the files without committing them. {@link ArrayHandle#commit(List, CommitOptions)}
   * commits them together with the files of other writers. This ends the writer; closing it deletes
   * nothing. All parts of a job should have the same time, set by {@link ChangeOptions#at}.
   *
   * @return the written fragments; their files are durable
   * @throws InvalidRequestException if cells are missing or given twice
   * @throws io.azulejo.error.StorageException if a file cannot be written; the write has then
   *     failed, and can only be closed
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
   * Deletes the written cells unless they were committed or staged, or {@link #commitAsync} has
   * started.
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
