package io.azulejo.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/**
 * A streaming write, which writes each epoch exactly once. The commit of an epoch is named by the
 * query id and the epoch number. The query's checkpoint preserves both.
 *
 * @param write the write of the epoch's rows
 */
record ArrayStreamingWrite(ArrayWrite write) implements StreamingWrite {

  /** Creates the writers of tasks on executors. */
  private record Factory(ArrayPartitionWriter.Job job) implements StreamingDataWriterFactory {
    private static final long serialVersionUID = 1;

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task, long epoch) {
      return new ArrayPartitionWriter(job);
    }
  }

  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    return new Factory(write.job());
  }

  @Override
  public void commit(long epoch, WriterCommitMessage[] messages) {
    write.commitEpoch(messages, epoch);
  }

  @Override
  public void abort(long epoch, WriterCommitMessage[] messages) {
    write.abort(messages);
  }
}
