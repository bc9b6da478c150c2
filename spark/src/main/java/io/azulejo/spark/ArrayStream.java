package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.ArrayChanges;
import io.azulejo.FragmentInfo;
import io.azulejo.SnapshotToken;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadAllAvailable;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReportsSourceMetrics;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A stream of the cells written to an array. Each batch contains the cells of fragments that no
 * earlier batch contained, even if those fragments have since been consolidated.
 */
final class ArrayStream
    implements MicroBatchStream, SupportsTriggerAvailableNow, ReportsSourceMetrics {
  private static final int FIRST_STEP = 64;

  private final ArrayOptions options;
  private final ArrayTable table;
  private final StructType schema;
  private final StreamOptions wanted;

  /**
   * The last snapshot to read if the query ends with the data available at its start; otherwise
   * null.
   */
  private @Nullable Array last;

  /** Number of fragments that remained unread when the latest batch was planned. */
  private int pending;

  /**
   * The maximum size of one batch.
   *
   * @param fragments the maximum number of fragments
   * @param bytes the maximum size of the fragments' files in bytes
   */
  private record Limit(int fragments, long bytes) implements ReadLimit {
    static final Limit NONE = new Limit(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * Creates a stream.
   *
   * @param table the array at the time the query was created
   * @param schema the columns to read
   */
  ArrayStream(ArrayOptions options, ArrayTable table, StructType schema) {
    this.options = options;
    this.table = table;
    this.schema = schema;
    this.wanted = options.stream();
  }

  @Override
  public Offset initialOffset() {
    return StreamOffset.START;
  }

  @Override
  public Offset deserializeOffset(String json) {
    return StreamOffset.parse(json);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return new Limit(wanted.fragments(), wanted.bytes());
  }

  /** Makes the current snapshot the last one that the query reads. */
  @Override
  public void prepareForTriggerAvailableNow() {
    last = Engines.open(options);
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("the latest offset depends on the start offset");
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit given) {
    StreamOffset from = (StreamOffset) start;
    Limit limit = given instanceof ReadAllAvailable ? Limit.NONE : (Limit) getDefaultReadLimit();
    SnapshotToken seen = from.seen().orElseGet(() -> wanted.start(options, table.array()));
    Array now = snapshot(seen);
    ArrayChanges changes = changes(now, seen, limit);
    pending = now.changes(changes.next()).written().size();
    boolean begins = from.sequence() == 0;
    if (!begins) {
      requireAppended(changes);
    }
    boolean cells = !changes.written().isEmpty();
    // A batch without rows advances the offset in two cases: to skip cells from before the start of
    // the stream, and to record a consolidation before the merged fragments are vacuumed.
    boolean moves = begins ? !wanted.fromEarliest() : changes.consolidated();
    if (!cells && !moves) {
      return from;
    }
    requireColumns(now);
    return from.next(changes.next(), cells ? changes.cells() : null);
  }

  /**
   * Returns the snapshot at which the next batch ends. It includes everything in {@code seen}, even
   * if the clock of this machine is behind the clock of the machine that planned earlier batches.
   */
  private Array snapshot(SnapshotToken seen) {
    if (last == null) {
      return Engines.openNotBefore(options, seen);
    }
    if (Long.compareUnsigned(last.token().times().end(), seen.times().end()) < 0) {
      last = Engines.openNotBefore(options, seen);
    }
    return last;
  }

  private ArrayChanges changes(Array now, SnapshotToken seen, Limit limit) {
    if (limit.bytes() == Long.MAX_VALUE) {
      return now.changes(seen, limit.fragments());
    }
    // Only the files of a fragment tell its size, so the sizes of a long backlog are read in steps.
    for (int most = Math.min(FIRST_STEP, limit.fragments()); ; most = more(most, limit)) {
      ArrayChanges some = now.changes(seen, most);
      int taken = fragmentsWithin(some, limit.bytes());
      if (taken < some.written().size()) {
        return now.changes(seen, taken);
      }
      if (some.written().size() < most || most == limit.fragments()) {
        return some;
      }
    }
  }

  private static int more(int most, Limit limit) {
    return (int) Math.min(4L * most, limit.fragments());
  }

  /**
   * Returns how many fragments, oldest first, fit into the limit in bytes. The first fragment
   * always fits.
   */
  private int fragmentsWithin(ArrayChanges some, long limit) {
    Map<String, Long> sizes = new HashMap<>();
    for (FragmentInfo fragment : Engines.open(options, some.cells()).fragments()) {
      sizes.put(fragment.name(), fragment.bytesOnDisk());
    }
    int taken = 0;
    long bytes = 0;
    for (String name : some.written()) {
      bytes += sizes.getOrDefault(name, 0L);
      if (taken > 0 && bytes > limit) {
        break;
      }
      taken++;
    }
    return taken;
  }

  private void requireAppended(ArrayChanges changes) {
    if (wanted.ignoresDeletions()) {
      return;
    }
    if (!changes.deletions().isEmpty() || !changes.removed().isEmpty()) {
      throw new InvalidRequestException(
          ("%s: rows that the stream may have returned were deleted (%s); set the option "
                  + "deletions = ignored to continue with new rows, or use a new checkpointLocation to "
                  + "read the array again from the start")
              .formatted(
                  table.array().location(),
                  changes.deletions().isEmpty()
                      ? "fragments " + changes.removed()
                      : "deletions " + changes.deletions()));
    }
  }

  /**
   * Checks that the columns of the query still exist with compatible types. New columns are
   * allowed.
   *
   * @throws InvalidRequestException if a column was dropped or changed
   */
  private void requireColumns(Array now) {
    StructType current =
        SparkTypes.schema(
            ColumnView.table(options, now, table.options().caseSensitive()).columns());
    for (StructField field : schema.fields()) {
      Optional<StructField> column =
          List.of(current.fields()).stream()
              .filter(other -> other.name().equals(field.name()))
              .findFirst();
      DataType type = field.dataType();
      boolean same =
          column.isPresent()
              && column.get().dataType().equals(type)
              && (field.nullable() || !column.get().nullable());
      if (!same) {
        throw new InvalidRequestException(
            ("%s: column \"%s\" of the stream %s after the query started; restart the query "
                    + "from its checkpoint")
                .formatted(
                    now.location(),
                    field.name(),
                    column.isEmpty() ? "was dropped" : "was changed to " + column.get()));
      }
    }
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    StreamOffset from = (StreamOffset) start;
    StreamOffset to = (StreamOffset) end;
    boolean next = to.sequence() == from.sequence() + 1;
    if (!next && to.sequence() != from.sequence()) {
      throw new InvalidRequestException(
          ("offset %d of the stream does not follow offset %d, so the checkpoint was changed; "
                  + "give the query a new checkpointLocation")
              .formatted(to.sequence(), from.sequence()));
    }
    Optional<SnapshotToken> cells = next ? to.cells() : Optional.empty();
    return cells.map(this::plan).orElseGet(() -> new InputPartition[0]);
  }

  private InputPartition[] plan(SnapshotToken cells) {
    if (!cells.location().equals(options.location())) {
      throw new InvalidRequestException(
          ("the checkpoint belongs to a stream from %s, but this stream reads %s; give the "
                  + "query a new checkpointLocation")
              .formatted(cells.location(), options.location()));
    }
    ColumnView view = ColumnView.of(table);
    ArrayTable batch = Engines.table(options, cells.toBytes(), view);
    Set<String> names = new HashSet<>();
    batch.columns().stream().map(TableColumn::name).forEach(names::add);
    if (!names.containsAll(List.of(schema.fieldNames()))) {
      // The query was created after columns were added, and it repeats an older batch.
      SnapshotToken later = cells.withSchemasOf(table.array().token());
      batch = Engines.table(options, later.toBytes(), view);
    }
    return ArrayScan.all(options, batch, schema).planInputPartitions();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ArrayPartitionReader.Factory();
  }

  /** Reports the number of fragments that remained unread when the latest batch was planned. */
  @Override
  public Map<String, String> metrics(Optional<Offset> consumed) {
    return Map.of("fragmentsOutstanding", Integer.toString(pending));
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}
}
