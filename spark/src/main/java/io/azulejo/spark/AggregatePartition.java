package io.azulejo.spark;

import io.azulejo.table.TableAggregate.Function;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * An input partition that a task aggregates instead of returning its rows.
 *
 * @param part the part of the read to aggregate
 * @param wanted the aggregates to compute
 */
record AggregatePartition(ArrayPartition part, Aggregates wanted) implements InputPartition {
  /**
   * The aggregates to compute, which are the same for all partitions of a read.
   *
   * @param aggregation the aggregates of the array, as text for {@link
   *     io.azulejo.query.Aggregation#parse}
   * @param groupBy the names of the table columns to group by; they are the first columns of the
   *     results
   * @param places the position of each of Spark's aggregates in the results, in Spark's order
   */
  record Aggregates(String aggregation, List<String> groupBy, List<ResultPosition> places)
      implements Serializable {}

  /**
   * The position of one of Spark's aggregates in the results.
   *
   * @param function the aggregate function
   * @param column the name of the aggregated table column; empty for the number of rows
   * @param value the index of the result column that holds the aggregate
   * @param count the index of the result column that holds the number of aggregated values; if that
   *     number is 0, the aggregate is null
   */
  record ResultPosition(Function function, String column, int value, int count)
      implements Serializable {}
}
