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
 * A write of rows to an array, all or nothing: tasks stage fragments, the driver commits all of
 * them by one act. Only what reaches the driver is committed, so tasks may be repeated.
 */
final class ArrayWrite implements DistributedWrite, BatchWrite {
  private static final int ATTEMPTS = 3;

  /** Under which name Spark tells a thread the number of the epoch that it plans. */
  private static final String EPOCH = "streaming.sql.batchId";

  /** Among how many epochs one is looked for that has written something. */
  private static final int EPOCHS = 100;

  /** The version of the format from which on cells are deleted by conditions. */
  private static final int DELETES = 16;

  private final ArrayOptions options;
  private final ArrayTable table;
  private final StructType rows;
  private final String id;
  private final boolean atOnce;
  private long time;
  private final WriteDistribution distribution;
  private final Optional<MetadataChange> metadata;
  private Replaced replaced;
  private boolean unknown;
  private List<StagedFragments> committed = List.of();
  private final Optional<Statement> statement = Statement.current();

  /**
   * A write.
   *
   * @param rows the columns of the rows
   * @param id what names the commit, so that it happens once
   * @param replaced what goes when the rows come
   * @throws InvalidRequestException if a column has another type than that of the array
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
    // A repetition of a job that is known by its id comes after its own rows.
    boolean replaces =
        replaced.deletesCells() || (options.upserts() && options.commitId().isEmpty());
    this.time = WriteTime.of(options, table.array(), replaces);
    this.atOnce = replaced.all() && deletesAll();
    for (StructField field : rows.fields()) {
      SparkTypes.requireType(field, table.column(field.name()));
    }
    this.distribution =
        rows.isEmpty()
            ? WriteDistribution.AS_THEY_COME
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
   * Whether instants become local times of a dimension. Those of an hour come twice where summer
   * time ends, so two instants in different tasks can become one coordinate.
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
          "commit_id is for jobs that append: each epoch of a stream has an id of its own; leave it"
              + " out");
    }
    time =
        WriteTime.ofEpoch(options, engine().open(options.location(), TimeRange.ALL), this::written);
    if (replaced.all()) {
      // The table was looked up when the stream began.
      replaced = Replaced.all(engine().open(options.location()));
    }
    return new ArrayStreamingWrite(this);
  }

  /** The time of what the query has written last, as far as Spark says which epoch it is at. */
  private long written() {
    String batch = SparkSession.active().sparkContext().getLocalProperty(EPOCH);
    long next = batch == null ? 0 : Long.parseLong(batch);
    long last = 0;
    for (long epoch = next - 1; last == 0 && epoch >= Math.max(0, next - EPOCHS); epoch--) {
      // Commits nothing: says what was committed.
      CommitOptions earlier = CommitOptions.DEFAULT.id(name(epoch));
      last =
          engine().array(options.location()).commit(List.of(), earlier).fragments().stream()
              .mapToLong(WriteTime::of)
              .max()
              .orElse(0);
    }
    return last;
  }

  /** What names the commit of an epoch. */
  private String name(long epoch) {
    return "%s, epoch %d".formatted(id, epoch);
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return replaced.factory(job());
  }

  /** What all tasks do; fragments that are there do not matter to them, and may be vacuumed. */
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
              .filter(sql -> options.conflicts() == Conflicts.RETRY && sql.isOneChange())
              .orElseThrow(() -> e);
      abort(messages);
      again.runAgain(e);
    }
  }

  /**
   * Whether nobody else may have changed the array since it was read. Statements on dense arrays
   * write whole tiles, with the cells that others may have changed.
   */
  private boolean isConditional() {
    boolean rows = replaced.ids() != null;
    boolean replaces = rows || replaced.all() || replaced.deletesCells();
    return options.commitId().isEmpty()
        && (replaces && options.conflicts() != Conflicts.IGNORED
            || rows && table.array().schema().isDense());
  }

  /** Commits an epoch of a stream, whose query has the id of this write. */
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
        atOnce
            ? Optional.of(Condition.alwaysTrue())
            : replaced.cells(messages, table.array().schema().dimensions());
    if (deleted.isPresent()) {
      once = once.deleting(DeleteRequest.where(deleted.get()), time - 1);
    }
    WriteTime.await(time);
    CommitResult result = commit(parts, once);
    if (result.byThisCall()) {
      committed = parts;
    } else {
      // Another job with this id was first; what it committed stays.
      engine().discard(parts);
    }
    after("the deletion of what they replace", () -> removeReplaced(result));
    metadata.ifPresent(
        change ->
            after(
                "the change of the metadata",
                () ->
                    engine()
                        .array(options.location())
                        .metadata()
                        .change(change, ChangeOptions.DEFAULT.at(time))));
  }

  /** Does what comes after the commit, with an error that says that the rows are there. */
  private void after(String what, Runnable act) {
    try {
      act.run();
    } catch (RuntimeException e) {
      throw new StorageException(
          "the rows are committed; only %s failed: do that alone, and do not write them again"
              .formatted(what),
          options.location().toString(),
          e,
          false);
    }
  }

  /** Whether nobody knows if the rows were committed. */
  boolean isUnknown() {
    return unknown;
  }

  /** Deletes the fragments that are replaced, as far as they are there. */
  private void removeReplaced(CommitResult result) {
    if (!replaced.all()) {
      return;
    }
    Array now = engine().open(options.location(), TimeRange.ALL);
    List<String> old = new ArrayList<>(atOnce ? deleted(now, result) : replaced.fragments());
    old.removeAll(result.fragments());
    List<String> there = Replaced.fragments(now);
    // Where an earlier commit of the same epoch was consolidated since, its rows may be in what is
    // to be replaced.
    boolean sure = result.byThisCall() || there.containsAll(result.fragments());
    old.retainAll(there);
    if (sure && !old.isEmpty()) {
      engine().array(options.location()).deleteFragments(old);
    }
  }

  /**
   * The fragments all of whose cells the commit has deleted, which may have been an earlier one.
   */
  private List<String> deleted(Array now, CommitResult result) {
    long from =
        result.byThisCall()
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

  /** Whether all cells that are there can be deleted by the commit of the new ones. */
  private boolean deletesAll() {
    ArraySchema schema = table.array().schema();
    return !schema.isDense()
        && table.array().formatVersion() >= DELETES
        && WriteTime.isLater(time, table.array());
  }

  /** Repeats a commit whose outcome is not known, as the same is committed once. */
  private CommitResult commit(List<StagedFragments> parts, CommitOptions once) {
    for (int attempt = 1; ; attempt++) {
      try {
        CommitResult result = engine().array(options.location()).commit(parts, once);
        unknown = false;
        return result;
      } catch (ConflictException e) {
        throw new ConflictException(
            "others have changed the array since its rows were read, so nothing was written: run it again (statements of SQL do so themselves with conflicts=retry)"
                + (table.array().schema().isDense()
                    ? "; statements on a dense array write whole tiles, also with conflicts=ignored"
                    : ", or say conflicts=ignored where they change other rows"),
            options.location().toString());
      } catch (CommitUnknownException e) {
        unknown = true;
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Deletes what tasks have staged, unless it may have been committed. */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (!unknown) {
      UninterruptedCleanup.run(() -> engine().discard(parts(messages)));
    }
  }

  private Azulejo engine() {
    return Engines.writing(options);
  }

  /** The parts of the tasks that have ended: there is no message of others. */
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
