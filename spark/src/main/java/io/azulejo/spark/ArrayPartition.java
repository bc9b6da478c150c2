package io.azulejo.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * One part of a read, as sent to an executor.
 *
 * @param read the state shared by all parts
 * @param split the serialized split
 */
record ArrayPartition(Read read, byte[] split) implements InputPartition {
  /**
   * The state shared by all parts of a read.
   *
   * @param options the options of the table
   * @param view the query's view of the columns
   * @param token the snapshot that the driver opened
   * @param columns the names of the columns to read
   */
  record Read(ArrayOptions options, ColumnView view, byte[] token, List<String> columns)
      implements Serializable {}
}
