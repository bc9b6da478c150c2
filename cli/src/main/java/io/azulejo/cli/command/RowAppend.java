package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.ChangeOptions;
import io.azulejo.StagedFragments;
import io.azulejo.query.Batch;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Appends rows to a dense array with a single dimension, after its last row. The number of rows is
 * not known in advance, so rows are buffered and written as several fragments. All fragments are
 * committed together. Not thread-safe.
 */
final class RowAppend implements AutoCloseable {
  /**
   * Minimum number of tiles in a domain that is considered open-ended, so that rows are appended to
   * it.
   */
  private static final long OPEN_ENDED_TILES = 1L << 31;

  /**
   * Default size limit of buffered rows in bytes. When they reach it, they are written to a
   * fragment.
   */
  static final long MOST_BYTES = 256L << 20;

  private final WriteCommit commit;
  private final Array array;
  private final WriteRequest request;
  private final ChangeOptions options;
  private final long mostBytes;
  private final List<StagedFragments> staged = new ArrayList<>();
  private final List<Batch> kept = new ArrayList<>();
  private long bytesKept;
  private long bytesBefore; // size of staged fragments
  private long bytesWritten;
  private long next;

  /**
   * Starts after the last written row of an array, or at the start of an empty array's domain.
   *
   * @param commit how to commit the fragments
   * @param array the open array
   * @param request how to write the rows; its subarray is replaced
   * @param options the options of the change
   * @param mostBytes the size limit of buffered rows in bytes
   */
  RowAppend(
      WriteCommit commit,
      Array array,
      WriteRequest request,
      ChangeOptions options,
      long mostBytes) {
    this.commit = commit;
    this.array = array;
    this.request = request;
    this.options = options;
    this.mostBytes = mostBytes;
    Optional<NDRange> written = array.nonEmptyDomain();
    next =
        written.isPresent()
            ? ((Range.Longs) written.get().get(0)).high() + 1
            : domain(array.schema()).low();
  }

  /**
   * Returns whether rows can be appended to an array: it is dense, has a single dimension with an
   * open-ended domain, and has no current domain.
   */
  static boolean fits(ArraySchema schema) {
    if (!schema.isDense()
        || schema.dimensions().size() != 1
        || schema.currentDomain().isPresent()) {
      return false;
    }
    Range.Longs domain = domain(schema);
    Dimension rows = schema.dimensions().get(0);
    return Long.divideUnsigned(domain.high() - domain.low(), rows.tileLength()) >= OPEN_ENDED_TILES;
  }

  private static Range.Longs domain(ArraySchema schema) {
    return (Range.Longs) schema.dimensions().get(0).domain().orElseThrow();
  }

  /**
   * Adds rows, which must have columns for all attributes. Keeps the batch, which must not change.
   */
  void add(Batch rows) {
    kept.add(rows);
    bytesKept += rows.bytes();
    if (bytesKept >= mostBytes) {
      stage();
    }
  }

  /** Writes the remaining rows, commits all fragments and returns their names. */
  List<String> commit() {
    if (staged.isEmpty()) {
      try (ArrayWriter out = writer()) {
        return commit.of(out);
      }
    }
    if (!kept.isEmpty()) {
      stage();
    }
    List<StagedFragments> all = List.copyOf(staged);
    // After a failed commit, its outcome is unknown. From here on, nothing may be deleted.
    staged.clear();
    return commit.of(all);
  }

  private void stage() {
    try (ArrayWriter out = writer()) {
      staged.add(out.stage());
    }
    bytesBefore = bytesWritten;
  }

  private ArrayWriter writer() {
    long rows = kept.stream().mapToLong(Batch::rows).sum();
    String dimension = array.schema().dimensions().get(0).name();
    WriteRequest part =
        request
            .subarray(Subarray.ALL.and(dimension, Range.of(next, next + rows - 1)))
            .progress((done, total) -> advanced(done));
    ArrayWriter out = commit.azulejo().array(array.location()).writer(part, options);
    try {
      kept.forEach(out::append);
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
    next += rows;
    kept.clear();
    bytesKept = 0;
    return out;
  }

  private void advanced(long done) {
    bytesWritten = bytesBefore + done;
    request.progress().advanced(bytesWritten, -1);
  }

  /** Deletes fragments that were written but not committed. */
  @Override
  public void close() {
    commit.azulejo().discard(staged);
    staged.clear();
  }
}
