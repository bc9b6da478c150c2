package io.azulejo.spark;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.StagedFragments;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import io.azulejo.table.TableColumn.Role;
import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of one task as staged fragments. The fragments are complete when the task ends,
 * but they stay invisible until the driver commits the fragments of all tasks.
 */
final class ArrayPartitionWriter implements DataWriter<InternalRow> {
  /** Maximum number of buffered rows. */
  private static final int ROWS = 8_192;

  /** Size of the buffered cells in bytes above which they are appended to the fragment. */
  private static final int BYTES = 16 << 20;

  /**
   * The state shared by all tasks of a write.
   *
   * @param options the options of the write
   * @param view the query's view of the columns
   * @param token the serialized token of the snapshot that determines the columns
   * @param rows the columns of the rows, named as in the table
   * @param zone the id of the time zone for converting instants to local times
   * @param time the timestamp of all written cells, in milliseconds since 1970
   */
  record Job(
      ArrayOptions options, ColumnView view, byte[] token, StructType rows, String zone, long time)
      implements Serializable {}

  /**
   * The result of a task.
   *
   * @param staged the serialized {@link StagedFragments}; null if the task wrote no rows
   */
  record Message(byte @Nullable [] staged) implements WriterCommitMessage {
    /** Returns the staged fragments; empty if the task wrote no rows. */
    Optional<StagedFragments> fragments() {
      return Optional.ofNullable(staged).map(StagedFragments::of);
    }
  }

  /** Creates the writers of tasks on executors. */
  record Factory(Job job) implements DataWriterFactory {
    private static final long serialVersionUID = 1;

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      return new ArrayPartitionWriter(job);
    }
  }

  private final Job job;
  private final Azulejo engine;
  private final ArrayTable table;
  private final List<CellBuilder> cells = new ArrayList<>();
  private @Nullable ArrayWriter out;
  private @Nullable StagedFragments staged;
  private int rows;

  ArrayPartitionWriter(Job job) {
    this.job = job;
    this.engine = Engines.writing(job.options());
    this.table = Engines.table(job.options(), job.token(), job.view());
    ZoneId zone = ZoneId.of(job.zone());
    for (StructField field : job.rows().fields()) {
      TableColumn column = table.column(field.name());
      ValueEncoder encoder = ValueEncoder.of(column, isZoned(field) ? zone : ZoneOffset.UTC);
      cells.add(new CellBuilder(column, encoder, isNullable(column), ROWS));
    }
  }

  private static boolean isZoned(StructField field) {
    DataType type =
        field.dataType() instanceof ArrayType list ? list.elementType() : field.dataType();
    return type instanceof TimestampType;
  }

  private boolean isNullable(TableColumn column) {
    return column.role() == Role.ATTRIBUTE
        && table.array().schema().attribute(column.field()).orElseThrow().nullable();
  }

  @Override
  public void write(InternalRow row) {
    long bytes = 0;
    for (int i = 0; i < cells.size(); i++) {
      CellBuilder column = cells.get(i);
      column.add(row, i);
      bytes += column.bytes();
    }
    rows++;
    if (rows == ROWS || bytes >= BYTES) {
      append();
    }
  }

  private void append() {
    if (out == null) {
      out =
          engine
              .array(job.options().location())
              .writer(
                  job.options().write(table.array().schema()),
                  ChangeOptions.DEFAULT.at(job.time()));
    }
    List<Column> columns = new ArrayList<>();
    cells.forEach(column -> columns.add(column.take()));
    out.append(Batch.of(rows, columns));
    rows = 0;
  }

  @Override
  public WriterCommitMessage commit() {
    if (rows > 0) {
      append();
    }
    if (out == null) {
      return new Message(null);
    }
    staged = out.stage();
    return new Message(staged.toBytes());
  }

  /** Discards the fragments of a failed task, because Spark does not report them to the driver. */
  @Override
  public void abort() {
    UninterruptedCleanup.run(
        () -> {
          close();
          if (staged != null) {
            engine.discard(List.of(staged));
          }
        });
  }

  @Override
  public void close() {
    if (out != null) {
      out.close();
    }
  }
}
