package io.azulejo.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * An input partition: one part of a read, which the driver sends to an executor.
 *
 * @param read the state shared by all parts of the read
 * @param split the part, serialized by {@link io.azulejo.SerialForms}
 */
record ArrayPartition(Read read, byte[] split) implements InputPartition {
  /**
   * The state shared by all parts of a read.
   *
   * @param options the options of the table
   * @param view the query's view of the columns
   * @param token the serialized token of the snapshot that the driver opened
   * @param columns the names of the columns to read, in Spark's order
   */
  record Read(ArrayOptions options, ColumnView view, byte[] token, List<String> columns)
      implements Serializable {}
}
