package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.table.ArrayTable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The write of a row-level operation, whose new rows Spark has computed from existing rows. */
final class ArrayDeltaWrite implements DistributedWrite, DeltaWrite, DeltaBatchWrite {
  private final ArrayWrite write;
  private final Array read;

  ArrayDeltaWrite(ArrayWrite write, ArrayTable table) {
    this.write = write;
    this.read = table.array();
  }

  @Override
  public String description() {
    return write.description();
  }

  @Override
  public WriteDistribution distribution() {
    return write.distribution();
  }

  @Override
  public List<CustomTaskMetric> committed() {
    return write.committed();
  }

  @Override
  public DeltaBatchWrite toBatch() {
    return this;
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return (DeltaWriterFactory) write.createBatchWriterFactory(info);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    rejectCollisions(messages);
    write.commit(messages);
  }

  /**
   * Rejects an operation that moves rows onto existing cells, unless it deletes or moves those
   * cells too.
   *
   * @throws InvalidRequestException if existing rows would be lost
   */
  private void rejectCollisions(WriterCommitMessage[] messages) {
    Optional<Condition> targets =
        ReplacingWriter.Message.targets(messages, read.schema().dimensions());
    if (targets.isEmpty()) {
      return;
    }
    ReadRequest request = ReadRequest.ALL.where(targets.get());
    long there = read.read(request).aggregate("count()").column(0).getLong(0);
    if (there > 0) {
      throw new InvalidRequestException(
          ("%d rows would move to coordinates of existing rows, which would be lost; delete "
                  + "those rows first, or in the same merge")
              .formatted(there));
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    write.abort(messages);
  }
}
