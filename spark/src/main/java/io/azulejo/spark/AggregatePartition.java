package io.azulejo.spark;

import io.azulejo.table.TableAggregate.Function;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A part of a read whose cells are aggregated, as it goes to an executor.
 *
 * @param part the part
 * @param wanted the aggregates
 */
record AggregatePartition(ArrayPartition part, Wanted wanted) implements InputPartition {
  /**
   * The aggregates of all parts.
   *
   * @param aggregation the aggregates of the array, as text
   * @param groupBy the columns of the table by which rows make groups
   * @param places where Spark's aggregates are found in the answer
   */
  record Wanted(String aggregation, List<String> groupBy, List<Place> places)
      implements Serializable {}

  /**
   * Where an aggregate is found in the answer.
   *
   * @param function the aggregate
   * @param column the column of the table that it is of; empty for the number of rows
   * @param value which column of the answer holds it
   * @param count which one holds the number of values: of none it is null
   */
  record Place(Function function, String column, int value, int count) implements Serializable {}
}
