package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.schema.Dimension;
import io.azulejo.table.ArrayTable;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a task and records the existing cells to delete. These are either the cells of
 * all tiles that contain its rows, or the cells at the coordinates that Spark passes in.
 */
final class ReplacingWriter implements DeltaWriter<InternalRow> {

  /**
   * Creates the writers of tasks on executors.
   *
   * @param job the state shared by all tasks
   * @param ids the columns that identify the rows to delete; null to replace the tiles of the
   *     written rows
   */
  record Factory(ArrayPartitionWriter.Job job, @Nullable StructType ids)
      implements DeltaWriterFactory {
    private static final long serialVersionUID = 1;

    @Override
    public DeltaWriter<InternalRow> createWriter(int partition, long task) {
      return new ReplacingWriter(job, ids);
    }
  }

  /**
   * The result of a task: staged fragments and cells to delete.
   *
   * @param staged the result of writing the rows
   * @param deleted the coordinates of the cells or tiles to delete
   * @param targets the new coordinates of moved rows
   */
  record Message(ArrayPartitionWriter.Message staged, DeletedKeys deleted, DeletedKeys targets)
      implements WriterCommitMessage, Serializable {

    /**
     * Returns a condition that matches the cells at the new coordinates of moved rows, except cells
     * that are themselves deleted or moved. Empty if no coordinates remain.
     *
     * @param messages the results of all tasks
     * @param dimensions the dimensions of the array
     */
    static Optional<Condition> targets(WriterCommitMessage[] messages, List<Dimension> dimensions) {
      DeletedKeys targets = new DeletedKeys(false);
      for (WriterCommitMessage message : messages) {
        if (message instanceof Message moving) {
          targets.addAll(moving.targets);
        }
      }
      for (WriterCommitMessage message : messages) {
        if (message instanceof Message deleting) {
          targets.removeAll(deleting.deleted);
        }
      }
      return targets.isEmpty() ? Optional.empty() : Optional.of(targets.condition(dimensions));
    }
  }

  private final ArrayPartitionWriter out;
  private final boolean dense;
  private final boolean tiles;
  private final @Nullable RowKeyBytes rows;
  private final @Nullable RowKeyBytes ids;
  private final DeletedKeys deleted;
  private final DeletedKeys targets = new DeletedKeys(false);

  private ReplacingWriter(ArrayPartitionWriter.Job job, @Nullable StructType ids) {
    ArrayTable table = Engines.table(job.options(), job.token(), job.view());
    this.out = new ArrayPartitionWriter(job);
    this.dense = table.array().schema().isDense();
    this.tiles = ids == null;
    this.rows = job.rows().isEmpty() ? null : new RowKeyBytes(table, job.rows());
    this.ids = ids == null ? null : new RowKeyBytes(table, ids);
    this.deleted = new DeletedKeys(tiles);
  }

  @Override
  public void write(InternalRow row) {
    insert(row);
  }

  @Override
  public void insert(InternalRow row) {
    out.write(row);
    if (tiles && rows != null) {
      deleted.add(rows.ofTile(row));
    }
  }

  @Override
  public void update(@Nullable InternalRow metadata, InternalRow id, InternalRow row) {
    if (rows != null && ids != null) {
      ByteBuffer old = ids.of(id);
      ByteBuffer moved = rows.of(row);
      if (!old.equals(moved)) {
        delete(metadata, id);
        targets.add(moved);
      }
    }
    insert(row);
  }

  @Override
  public void delete(@Nullable InternalRow metadata, InternalRow id) {
    if (dense) {
      throw new InvalidRequestException(
          "cells of a dense array cannot be deleted one by one or moved; overwrite them with "
              + "other values");
    }
    if (ids != null) {
      deleted.add(ids.of(id));
    }
  }

  @Override
  public WriterCommitMessage commit() {
    return new Message((ArrayPartitionWriter.Message) out.commit(), deleted, targets);
  }

  @Override
  public void abort() {
    out.abort();
  }

  @Override
  public void close() {
    out.close();
  }
}
