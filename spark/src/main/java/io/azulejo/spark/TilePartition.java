package io.azulejo.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;

/**
 * A part of a read that lies in one tile of some dimensions.
 *
 * @param part the part
 * @param tiles the index of the tile in each of the dimensions
 */
record TilePartition(ArrayPartition part, List<Long> tiles) implements HasPartitionKey {
  private static final long serialVersionUID = 1;

  @Override
  public InternalRow partitionKey() {
    return new GenericInternalRow(tiles.toArray());
  }
}
