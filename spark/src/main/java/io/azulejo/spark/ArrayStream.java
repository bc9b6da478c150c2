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
 * What is written to an array as a stream: each batch has the cells of fragments that no batch had
 * before, whether they were consolidated meanwhile or not.
 */
final class ArrayStream
    implements MicroBatchStream, SupportsTriggerAvailableNow, ReportsSourceMetrics {
  private static final int LOOKED_AT = 64;

  private final ArrayOptions options;
  private final ArrayTable table;
  private final StructType schema;
  private final StreamOptions wanted;

  /** The last snapshot that is read, where a query ends with it. */
  private @Nullable Array last;

  private int pending;

  /** The most that one batch takes. */
  private record Limit(int fragments, long bytes) implements ReadLimit {
    static final Limit NONE = new Limit(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * A stream.
   *
   * @param table the array as it was when the query was made
   * @param schema the columns that are read
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

  /** What is there now is the last that is read. */
  @Override
  public void prepareForTriggerAvailableNow() {
    last = Engines.open(options);
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("offsets depend on what was read before");
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
    // A batch without rows keeps what fragments are made of, before they are vacuumed, or where the
    // stream begins.
    boolean moves = begins ? !wanted.fromEarliest() : changes.consolidated();
    if (!cells && !moves) {
      return from;
    }
    requireColumns(now);
    return from.next(changes.next(), cells ? changes.cells() : null);
  }

  /** What is read up to; the clock may be behind that by which the batches before were planned. */
  private Array snapshot(SnapshotToken seen) {
    if (last == null) {
      return Engines.openSince(options, seen);
    }
    if (Long.compareUnsigned(last.token().times().end(), seen.times().end()) < 0) {
      last = Engines.openSince(options, seen);
    }
    return last;
  }

  private ArrayChanges changes(Array now, SnapshotToken seen, Limit limit) {
    if (limit.bytes() == Long.MAX_VALUE) {
      return now.changes(seen, limit.fragments());
    }
    // Sizes are in the fragments' files: those of a long backlog are not all looked at.
    for (int most = Math.min(LOOKED_AT, limit.fragments()); ; most = more(most, limit)) {
      ArrayChanges some = now.changes(seen, most);
      int taken = fitting(some, limit.bytes());
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
   * How many of the fragments that were written first are within a limit of bytes: at least one.
   */
  private int fitting(ArrayChanges some, long limit) {
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
          ("%s: rows that the stream may have had were deleted (%s), which a stream of rows cannot"
                  + " say: with the option deletions = ignored it goes on with what is written, or"
                  + " give the query a new checkpointLocation to read the array anew")
              .formatted(
                  table.array().location(),
                  changes.deletions().isEmpty()
                      ? "fragments " + changes.removed()
                      : "deletions " + changes.deletions()));
    }
  }

  /** The columns of the query have to be there as they were; others may come. */
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
            "%s: column \"%s\" of the stream %s since the query was made: start it again, from its checkpoint"
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
          "offset %d of the stream does not follow offset %d: the checkpoint was changed; give the query a new checkpointLocation"
              .formatted(to.sequence(), from.sequence()));
    }
    Optional<SnapshotToken> cells = next ? to.cells() : Optional.empty();
    return cells.map(this::plan).orElseGet(() -> new InputPartition[0]);
  }

  private InputPartition[] plan(SnapshotToken cells) {
    if (!cells.location().equals(options.location())) {
      throw new InvalidRequestException(
          "the checkpoint is of a stream from %s, this one is from %s: give the query a new checkpointLocation"
              .formatted(cells.location(), options.location()));
    }
    ColumnView view = ColumnView.of(table);
    ArrayTable batch = Engines.table(options, cells.toBytes(), view);
    Set<String> names = new HashSet<>();
    batch.columns().stream().map(TableColumn::name).forEach(names::add);
    if (!names.containsAll(List.of(schema.fieldNames()))) {
      // The batch is repeated by a query that was made later, after columns were added.
      SnapshotToken later = cells.withSchemasOf(table.array().token());
      batch = Engines.table(options, later.toBytes(), view);
    }
    return ArrayScan.all(options, batch, schema).planInputPartitions();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ArrayPartitionReader.Factory();
  }

  /** How many fragments were there, and not read, when the last batch was planned. */
  @Override
  public Map<String, String> metrics(Optional<Offset> consumed) {
    return Map.of("fragmentsOutstanding", Integer.toString(pending));
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}
}
