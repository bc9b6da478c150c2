package io.azulejo.spark;

import io.azulejo.table.TableAggregate.Function;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * An input partition whose cells an executor aggregates.
 *
 * @param part the part of the read
 * @param wanted the aggregates to compute
 */
record AggregatePartition(ArrayPartition part, Aggregates wanted) implements InputPartition {
  /**
   * The aggregates to compute, the same for all parts of a read.
   *
   * @param aggregation the array's aggregates, as text
   * @param groupBy the table columns to group by
   * @param places where the results hold each of Spark's aggregates
   */
  record Aggregates(String aggregation, List<String> groupBy, List<ResultPosition> places)
      implements Serializable {}

  /**
   * The position of one of Spark's aggregates in the results.
   *
   * @param function the aggregate function
   * @param column the aggregated table column; empty for the number of rows
   * @param value the index of the result column that holds the aggregate
   * @param count the index of the result column with the number of values; if it is 0, the
   *     aggregate is null
   */
  record ResultPosition(Function function, String column, int value, int count)
      implements Serializable {}
}
