package io.azulejo.spark;

import io.azulejo.table.AggregateTranslation;
import io.azulejo.table.AggregateTranslation.Output;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableAggregate;
import io.azulejo.table.TableAggregate.Function;
import io.azulejo.table.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The aggregates that the array computes for each part and Spark combines: count, sum, min and max.
 * For an average, Spark requests the sum and the count.
 *
 * @param pushed the aggregates that the array computes
 * @param groupBy the names of the columns to group by
 * @param aggregates the aggregates in Spark's order
 */
record SparkAggregates(
    AggregateTranslation pushed, List<String> groupBy, List<TableAggregate> aggregates) {

  /**
   * Returns the aggregates to push down; empty if the array cannot compute all of them.
   *
   * @param rows the rows to aggregate
   * @param wanted the aggregates that Spark requests
   */
  static Optional<SparkAggregates> of(Translation rows, Aggregation wanted) {
    List<String> groupBy = new ArrayList<>();
    for (Expression expression : wanted.groupByExpressions()) {
      Optional<String> column = SparkPredicates.column(expression);
      if (column.isEmpty()) {
        return Optional.empty();
      }
      groupBy.add(column.get());
    }
    List<TableAggregate> aggregates = new ArrayList<>();
    for (AggregateFunc function : wanted.aggregateExpressions()) {
      Optional<TableAggregate> aggregate = aggregate(function);
      if (aggregate.isEmpty()) {
        return Optional.empty();
      }
      aggregates.add(aggregate.get());
    }
    AggregateTranslation pushed = rows.aggregates(aggregates, groupBy);
    return pushed.isPushed()
        ? Optional.of(new SparkAggregates(pushed, groupBy, aggregates))
        : Optional.empty();
  }

  private static Optional<TableAggregate> aggregate(AggregateFunc function) {
    if (function instanceof CountStar) {
      return Optional.of(TableAggregate.count());
    }
    if (function instanceof Count count && !count.isDistinct()) {
      return of(Function.COUNT, count.column());
    }
    if (function instanceof Sum sum && !sum.isDistinct()) {
      return of(Function.SUM, sum.column());
    }
    if (function instanceof Min min) {
      return of(Function.MIN, min.column());
    }
    return function instanceof Max max ? of(Function.MAX, max.column()) : Optional.empty();
  }

  private static Optional<TableAggregate> of(Function function, Expression column) {
    return SparkPredicates.column(column).map(name -> TableAggregate.of(function, name));
  }

  /**
   * Returns the columns of the result. The columns to group by come first, followed by the
   * aggregates.
   */
  StructType schema(ArrayTable table) {
    List<StructField> fields = new ArrayList<>();
    for (String name : groupBy) {
      fields.add(
          DataTypes.createStructField(name, SparkTypes.type(table.column(name).type()), true));
    }
    for (int i = 0; i < aggregates.size(); i++) {
      TableAggregate aggregate = aggregates.get(i);
      boolean value = aggregate.function() == Function.MIN || aggregate.function() == Function.MAX;
      fields.add(
          DataTypes.createStructField(
              "aggregate" + i,
              value
                  ? SparkTypes.type(table.column(aggregate.column().orElseThrow()).type())
                  : DataTypes.LongType,
              true));
    }
    return new StructType(fields.toArray(StructField[]::new));
  }

  /** Returns the aggregates in the serializable form that is sent to tasks. */
  AggregatePartition.Aggregates wanted() {
    List<AggregatePartition.ResultPosition> places = new ArrayList<>();
    for (int i = 0; i < aggregates.size(); i++) {
      TableAggregate aggregate = aggregates.get(i);
      Output output = pushed.outputs().get(i);
      places.add(
          new AggregatePartition.ResultPosition(
              aggregate.function(), aggregate.column().orElse(""), output.value(), output.count()));
    }
    return new AggregatePartition.Aggregates(
        pushed.aggregation().orElseThrow().toString(), List.copyOf(groupBy), places);
  }
}
