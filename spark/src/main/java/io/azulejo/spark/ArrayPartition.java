package io.azulejo.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A part of a read, as it goes to an executor.
 *
 * @param read what all parts share
 * @param split the part, as bytes
 */
record ArrayPartition(Read read, byte[] split) implements InputPartition {
  /**
   * What all parts of a read share.
   *
   * @param options the options of the table
   * @param view how the query sees the columns
   * @param token the snapshot that the driver has opened
   * @param columns the columns that are read
   */
  record Read(ArrayOptions options, ColumnView view, byte[] token, List<String> columns)
      implements Serializable {}
}
