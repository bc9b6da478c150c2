package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.FragmentInfo;
import io.azulejo.MetadataChange;
import io.azulejo.StagedFragments;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.spark.ArrayOptions.Conflicts;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.TableColumn;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/**
 * An atomic write of rows to an array. Tasks stage fragments, and the driver commits all of them at
 * once. A task may run more than once, because only the fragments that it reports to the driver are
 * committed.
 */
final class ArrayWrite implements DistributedWrite, BatchWrite {
  private static final int ATTEMPTS = 3;

  /** The local property in which Spark passes the number of the epoch being planned. */
  private static final String EPOCH = "streaming.sql.batchId";

  /** Maximum number of earlier epochs in which to search for the latest one that wrote cells. */
  private static final int EPOCHS = 100;

  /** The first format version that can delete cells by condition. */
  private static final int DELETES = 16;

  private final ArrayOptions options;
  private final ArrayTable table;
  private final StructType rows;
  private final String id;
  private final boolean deletesInCommit;
  private long time;
  private final WriteDistribution distribution;
  private final Optional<MetadataChange> metadata;
  private Replaced replaced;
  private boolean unknown;
  private List<StagedFragments> committed = List.of();
  private final Optional<Statement> statement = Statement.current();

  /**
   * Creates a write.
   *
   * @param options the options of the table, overridden by the options of the write
   * @param table the array at the time the write was planned
   * @param rows the columns of the rows
   * @param id the commit id, which makes it harmless to repeat the commit
   * @param replaced the existing cells that the write removes
   * @throws InvalidRequestException if an option is invalid, or if a column's type differs from the
   *     array's
   */
  ArrayWrite(
      ArrayOptions options, ArrayTable table, StructType rows, String id, Replaced replaced) {
    this.options = options;
    this.table = table;
    this.rows = rows;
    this.id = id;
    this.replaced = replaced;
    this.metadata = options.metadata();
    options.requireWriteChoices(table.array().schema());
    // If a job with a commit id runs again, its own earlier rows must not count as rows to replace.
    boolean replaces =
        replaced.deletesCells() || (options.upserts() && options.commitId().isEmpty());
    this.time = WriteTime.of(options, table.array(), replaces);
    this.deletesInCommit = replaced.all() && deletesAll();
    for (StructField field : rows.fields()) {
      SparkTypes.requireType(field, table.column(field.name()));
    }
    this.distribution =
        rows.isEmpty()
            ? WriteDistribution.UNCHANGED
            : WriteDistribution.of(
                options, table.array().schema(), dimensions(table), hasLocalTimes(table, rows));
  }

  private static List<String> dimensions(ArrayTable table) {
    return table.columns().stream()
        .filter(column -> column.role() == TableColumn.Role.DIMENSION)
        .map(TableColumn::name)
        .toList();
  }

  /**
   * Returns whether a dimension stores instants as local times. An hour repeats when daylight
   * saving time ends, so two instants in different tasks can then get the same coordinate.
   */
  private static boolean hasLocalTimes(ArrayTable table, StructType rows) {
    ZoneId zone = ZoneId.of(SQLConf.get().sessionLocalTimeZone());
    return !zone.getRules().isFixedOffset()
        && Arrays.stream(rows.fields())
            .filter(field -> field.dataType() instanceof TimestampType)
            .map(field -> table.column(field.name()))
            .filter(column -> column.role() == TableColumn.Role.DIMENSION)
            .anyMatch(column -> column.type().kind() == Kind.TIMESTAMP);
  }

  @Override
  public String description() {
    return "azulejo " + table.array().location();
  }

  @Override
  public WriteDistribution distribution() {
    return distribution;
  }

  @Override
  public List<CustomTaskMetric> committed() {
    return WriteMetrics.of(committed);
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public StreamingWrite toStreaming() {
    if (options.commitId().isPresent()) {
      throw new InvalidRequestException(
          "commit_id is only for appending jobs, because each epoch of a stream has its own "
              + "id; leave it out");
    }
    time =
        WriteTime.ofEpoch(options, engine().open(options.location(), TimeRange.ALL), this::written);
    if (replaced.all()) {
      // The table was looked up when the stream started and may be outdated.
      replaced = Replaced.all(engine().open(options.location()));
    }
    return new ArrayStreamingWrite(this);
  }

  /**
   * Returns the latest timestamp that the query has written, in milliseconds since 1970; 0 if it is
   * not known.
   */
  private long written() {
    String batch = SparkSession.active().sparkContext().getLocalProperty(EPOCH);
    long next = batch == null ? 0 : Long.parseLong(batch);
    long last = 0;
    for (long epoch = next - 1; last == 0 && epoch >= Math.max(0, next - EPOCHS); epoch--) {
      // An empty commit with this id returns the earlier commit of that epoch, if any.
      CommitOptions earlier = CommitOptions.DEFAULT.id(name(epoch));
      last =
          engine().array(options.location()).commit(List.of(), earlier).fragments().stream()
              .mapToLong(WriteTime::of)
              .max()
              .orElse(0);
    }
    return last;
  }

  /** Returns the commit id of an epoch. */
  private String name(long epoch) {
    return "%s, epoch %d".formatted(id, epoch);
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return replaced.factory(job());
  }

  /**
   * Returns the job of the tasks. Its token does not include fragments, so they may be vacuumed
   * while the job runs.
   */
  ArrayPartitionWriter.Job job() {
    return new ArrayPartitionWriter.Job(
        options,
        ColumnView.of(table),
        table.array().token().withoutCells().toBytes(),
        rows,
        SQLConf.get().sessionLocalTimeZone(),
        time);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    if (!isConditional()) {
      commit(messages, CommitOptions.DEFAULT.id(id));
      return;
    }
    try {
      commit(messages, CommitOptions.DEFAULT.onlyIf(table.array().token()));
    } catch (ConflictException e) {
      Statement again =
          statement
              .filter(sql -> options.conflicts() == Conflicts.RETRY && sql.isSingleChange())
              .orElseThrow(() -> e);
      abort(messages);
      again.rerun(e);
    }
  }

  /**
   * Returns whether the commit requires that the array has not changed since it was read. A
   * row-level statement on a dense array always requires it: the statement writes whole tiles,
   * including cells that another writer may have changed.
   */
  private boolean isConditional() {
    boolean rows = replaced.ids() != null;
    boolean replaces = rows || replaced.all() || replaced.deletesCells();
    return options.commitId().isEmpty()
        && (replaces && options.conflicts() != Conflicts.IGNORED
            || rows && table.array().schema().isDense());
  }

  /** Commits an epoch of a stream. The id of this write is the id of the stream's query. */
  void commitEpoch(WriterCommitMessage[] messages, long epoch) {
    commit(messages, CommitOptions.DEFAULT.id(name(epoch)));
  }

  private void commit(WriterCommitMessage[] messages, CommitOptions named) {
    List<StagedFragments> parts = parts(messages);
    CommitOptions once = named;
    if (distribution.distinct()) {
      once = once.distinctCells();
    }
    Optional<Condition> deleted =
        deletesInCommit
            ? Optional.of(Condition.alwaysTrue())
            : replaced.cells(messages, table.array().schema().dimensions());
    if (deleted.isPresent()) {
      once = once.deleting(DeleteRequest.where(deleted.get()), time - 1);
    }
    WriteTime.await(time);
    CommitResult result = commit(parts, once);
    if (result.newlyCommitted()) {
      committed = parts;
    } else {
      // An earlier commit with this id exists. Its fragments are kept, and these are discarded.
      engine().discard(parts);
    }
    after("deleting the replaced rows", () -> removeReplaced(result));
    metadata.ifPresent(
        change ->
            after(
                "changing the metadata",
                () ->
                    engine()
                        .array(options.location())
                        .metadata()
                        .change(change, ChangeOptions.DEFAULT.at(time))));
  }

  /**
   * Runs a step after the commit. If the step fails, the exception says that the rows are
   * committed.
   *
   * @param what a description of the step, for the error message
   */
  private void after(String what, Runnable act) {
    try {
      act.run();
    } catch (RuntimeException e) {
      throw new StorageException(
          "the rows are committed, but %s failed; repeat only that, and do not write the rows again"
              .formatted(what),
          options.location().toString(),
          e,
          false);
    }
  }

  /** Returns whether the outcome of the commit is unknown, so its rows may be visible. */
  boolean isUnknown() {
    return unknown;
  }

  /** Deletes the replaced fragments that still exist, if the write replaces all cells. */
  private void removeReplaced(CommitResult result) {
    if (!replaced.all()) {
      return;
    }
    Array now = engine().open(options.location(), TimeRange.ALL);
    List<String> old =
        new ArrayList<>(deletesInCommit ? deleted(now, result) : replaced.fragments());
    old.removeAll(result.fragments());
    List<String> there = Replaced.fragments(now);
    // If an earlier commit of this epoch has since been consolidated, a fragment to be replaced may
    // contain rows of that commit.
    boolean sure = result.newlyCommitted() || there.containsAll(result.fragments());
    old.retainAll(there);
    if (sure && !old.isEmpty()) {
      engine().array(options.location()).deleteFragments(old);
    }
  }

  /**
   * Returns the names of the fragments whose cells were all deleted, either by this commit or by an
   * earlier commit with the same id.
   */
  private List<String> deleted(Array now, CommitResult result) {
    long from =
        result.newlyCommitted()
            ? time
            : now.fragments().stream()
                .filter(fragment -> result.fragments().contains(fragment.name()))
                .mapToLong(fragment -> fragment.times().start())
                .min()
                .orElse(0);
    return now.fragments().stream()
        .filter(fragment -> fragment.times().end() < from)
        .map(FragmentInfo::name)
        .toList();
  }

  /** Returns whether the commit of the new cells can delete all existing cells as well. */
  private boolean deletesAll() {
    ArraySchema schema = table.array().schema();
    return !schema.isDense()
        && table.array().formatVersion() >= DELETES
        && WriteTime.isLater(time, table.array());
  }

  /**
   * Commits the fragments, and retries if the outcome is unknown. Repeating a commit is harmless.
   *
   * @throws ConflictException if the array has changed since it was read
   * @throws CommitUnknownException if the outcome of the last attempt is also unknown
   */
  private CommitResult commit(List<StagedFragments> parts, CommitOptions once) {
    for (int attempt = 1; ; attempt++) {
      try {
        CommitResult result = engine().array(options.location()).commit(parts, once);
        unknown = false;
        return result;
      } catch (ConflictException e) {
        throw new ConflictException(
            "the array changed after its rows were read, so nothing was written; run the "
                + "statement again (SQL statements do so themselves with conflicts=retry)"
                + (table.array().schema().isDense()
                    ? "; on a dense array, statements write whole tiles, even with "
                        + "conflicts=ignored"
                    : ", or set conflicts=ignored if the other changes affect different rows"),
            options.location().toString());
      } catch (CommitUnknownException e) {
        unknown = true;
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Deletes the staged fragments, unless they may have been committed. */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (!unknown) {
      UninterruptedCleanup.run(() -> engine().discard(parts(messages)));
    }
  }

  private Azulejo engine() {
    return Engines.writing(options);
  }

  /** Returns the fragments staged by finished tasks. Other tasks have not sent a message. */
  private static List<StagedFragments> parts(WriterCommitMessage[] messages) {
    List<StagedFragments> parts = new ArrayList<>();
    Arrays.stream(messages)
        .flatMap(
            message ->
                message instanceof ReplacingWriter.Message replacing
                    ? replacing.staged().fragments().stream()
                    : message instanceof ArrayPartitionWriter.Message staged
                        ? staged.fragments().stream()
                        : Stream.empty())
        .forEach(parts::add);
    return parts;
  }
}
