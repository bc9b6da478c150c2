package io.azulejo.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;

/**
 * An input partition that lies within one tile of each partitioning dimension.
 *
 * @param part the part of the read
 * @param tiles the tile index in each partitioning dimension
 */
record TilePartition(ArrayPartition part, List<Long> tiles) implements HasPartitionKey {
  private static final long serialVersionUID = 1;

  @Override
  public InternalRow partitionKey() {
    return new GenericInternalRow(tiles.toArray());
  }
}
