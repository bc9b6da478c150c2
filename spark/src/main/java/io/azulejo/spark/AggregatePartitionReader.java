package io.azulejo.spark;

import io.azulejo.SerialForms;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableAggregate.Function;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads one partition in a task by aggregating it. Returns a single batch with one row for each
 * group.
 */
final class AggregatePartitionReader implements PartitionReader<ColumnarBatch> {
  private final AggregatePartition partition;
  private @Nullable ColumnarBatch answer;
  private @Nullable ReadStats cost;

  AggregatePartitionReader(AggregatePartition partition) {
    this.partition = partition;
  }

  @Override
  public boolean next() {
    if (answer != null) {
      return false;
    }
    answer = read();
    return true;
  }

  private ColumnarBatch read() {
    ArrayPartition.Read read = partition.part().read();
    ArrayTable table = Engines.table(read.options(), read.token(), read.view());
    AggregatePartition.Aggregates wanted = partition.wanted();
    Aggregation aggregation = Aggregation.parse(wanted.aggregation());
    Batch batch =
        table
            .array()
            .read(SerialForms.split(partition.part().split()).request())
            .aggregate(aggregation, counted -> cost = counted);
    List<ColumnVector> vectors = new ArrayList<>();
    for (int i = 0; i < wanted.groupBy().size(); i++) {
      vectors.add(vectors(table, wanted.groupBy().get(i)).of(batch.column(i)));
    }
    for (AggregatePartition.ResultPosition place : wanted.places()) {
      vectors.add(vector(table, place, batch));
    }
    return new ColumnarBatch(vectors.toArray(ColumnVector[]::new), batch.rows());
  }

  private static ColumnVector vector(
      ArrayTable table, AggregatePartition.ResultPosition place, Batch batch) {
    Column value = batch.column(place.value());
    if (place.function() == Function.COUNT) {
      return longs(value, null);
    }
    Column count = batch.column(place.count());
    byte[] validity = new byte[batch.rows()];
    for (int row = 0; row < validity.length; row++) {
      validity[row] = (byte) (count.getLong(row) == 0 ? 0 : 1);
    }
    return place.function() == Function.SUM
        ? longs(value, validity)
        : vectors(table, place.column()).of(value, validity);
  }

  private static Vectors vectors(ArrayTable table, String column) {
    return new Vectors(table.column(column), table.options().dialect().outOfRange());
  }

  private static ColumnVector longs(Column column, byte @Nullable [] validity) {
    return new NumberVectors.OfLongs(
        DataTypes.LongType, new NumberVectors.Cells(column.array(), 0, column.rows(), validity));
  }

  @Override
  public ColumnarBatch get() {
    if (answer == null) {
      throw new IllegalStateException("no current batch; call next first");
    }
    return answer;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return cost == null ? new CustomTaskMetric[0] : ReadMetrics.of(cost);
  }

  @Override
  public void close() {}
}
