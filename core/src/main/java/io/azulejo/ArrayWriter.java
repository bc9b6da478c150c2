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
 * Writes cells to an array, batch after batch. Nothing of it is seen before {@link #commit}
 * returns, and all of it after; closing it without a commit leaves nothing. What several writers
 * write is committed at once where each of them ends with {@link #stage}. For one thread at a time.
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
   * Adds cells: a column for each attribute, and where cells come with their coordinates for each
   * dimension, too, in any order: in sparse arrays, and in dense ones by {@link
   * io.azulejo.query.WriteRequest#missing}. A nullable attribute's column may lack validity, which
   * makes all of its cells values. The arrays of the columns, which nobody may write to once they
   * are given to a {@link Batch}, are kept until the cells are in files: take new ones for the next
   * batch.
   *
   * @throws InvalidRequestException if the cells do not fit the array or the request; the write has
   *     failed then, and can only be closed
   * @throws io.azulejo.error.StorageException if a file cannot be written; likewise
   * @throws io.azulejo.error.CancelledException if the thread is interrupted; likewise
   */
  public void append(Batch batch) {
    requireOpen();
    state = State.FAILED;
    Cancellation.atDoor(() -> cells.append(batch));
    state = State.OPEN;
  }

  /**
   * Adds cells of the only attribute of a dense array, of FLOAT64; in the order of the request, as
   * many as there are or a part of them. The array is not kept.
   *
   * @param attribute its name
   * @throws InvalidRequestException as {@link #append(Batch)}, and if the attribute has values of
   *     another type
   */
  public void append(String attribute, double[] values) {
    appendValues(attribute, values);
  }

  /** As {@link #append(String, double[])}, of FLOAT32. */
  public void append(String attribute, float[] values) {
    appendValues(attribute, values);
  }

  /** As {@link #append(String, double[])}, of integers of 8 bytes: UINT64 as the same bits. */
  public void append(String attribute, long[] values) {
    appendValues(attribute, values);
  }

  /** As {@link #append(String, double[])}, of integers of 4 bytes: UINT32 as the same bits. */
  public void append(String attribute, int[] values) {
    appendValues(attribute, values);
  }

  private void appendValues(String attribute, Object values) {
    requireOpen();
    ValuePieces.of(array.schema().schema(), attribute, values).forEach(this::append);
  }

  /**
   * Makes the cells part of the array.
   *
   * @return the names of the fragments that hold them; none where there were no cells
   * @throws InvalidRequestException if cells are missing, or come twice
   * @throws CommitUnknownException if it is not known whether it happened; the exception names the
   *     file that tells, and nothing is deleted
   */
  public List<String> commit() {
    return commit(() -> {});
  }

  /** Commits, and runs {@code before} when the files are complete, just before they are visible. */
  List<String> commit(Runnable before) {
    requireOpen();
    return finish(before);
  }

  /**
   * Commits in a thread of the engine, as {@link #commit} does. The writer is ended by that, also
   * if the commit fails: closing it does nothing.
   *
   * <p>If the future is cancelled or completed before the cells are committed, the cells are
   * deleted and nothing is visible. A commit that has begun is not stopped, and such a future does
   * not tell whether the cells are visible. If the engine is closed first, the future fails with an
   * {@link InvalidRequestException}.
   *
   * @return the names of the fragments that hold the cells, or the exception of {@link #commit}
   * @throws InvalidRequestException if the write is not open any more, or the engine is closed
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
    List<FragmentName> names = Cancellation.atDoor(cells::finish);
    Cancellation.atDoor(before);
    if (!names.isEmpty()) {
      try {
        Cancellation.atDoor(() -> Commit.fragments(array, names));
      } catch (CommitUnknownException e) {
        state = State.ENDED;
        throw e;
      }
    }
    state = State.ENDED;
    return names.stream().map(FragmentName::text).toList();
  }

  /**
   * Completes the cells without making them part of the array: {@link ArrayHandle#commit(List,
   * CommitOptions)} does, together with those of other writers. The write has ended then; closing
   * it deletes nothing. The parts of one job should be of one time, by {@link ChangeOptions#at}.
   *
   * @return what was written; its files are durable
   * @throws InvalidRequestException if cells are missing, or come twice
   * @throws io.azulejo.error.StorageException if a file cannot be written; the write has failed
   *     then, and can only be closed
   */
  public StagedFragments stage() {
    requireOpen();
    state = State.FAILED;
    StagedFragments staged =
        Cancellation.atDoor(
            () -> new StagedFragments(StagedCommit.describe(array, cells.finish(), tasks)));
    Seals.stage(array.storage());
    state = State.ENDED;
    return staged;
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new InvalidRequestException(
          state == State.FAILED
              ? "the write has failed: close it, and write again"
              : "the write is committed, being committed, staged or closed: begin another one");
    }
  }

  /**
   * Deletes what was written, unless it was committed or staged, or {@link #commitAsync} has begun.
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
