package io.azulejo.spark;

import io.azulejo.SerialForms;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Dialect.OutOfRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads the cells of one part of an array in a task, batch by batch. */
final class ArrayPartitionReader implements PartitionReader<ColumnarBatch> {
  private final List<Vectors> vectors = new ArrayList<>();
  private final BatchReader in;
  private @Nullable Batch cells;
  private @Nullable ColumnarBatch current;

  /** Creates the readers of tasks on executors. */
  static final class Factory implements PartitionReaderFactory {
    private static final long serialVersionUID = 1;

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
      if (partition instanceof AggregatePartition aggregated) {
        return new AggregatePartitionReader(aggregated);
      }
      return new ArrayPartitionReader(
          partition instanceof TilePartition tile ? tile.part() : (ArrayPartition) partition);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      throw new UnsupportedOperationException("arrays are read in batches, not in rows");
    }
  }

  ArrayPartitionReader(ArrayPartition partition) {
    ArrayPartition.Read read = partition.read();
    ArrayTable table = Engines.table(read.options(), read.token(), read.view());
    OutOfRange outOfRange = table.options().dialect().outOfRange();
    read.columns().forEach(name -> vectors.add(new Vectors(table.column(name), outOfRange)));
    in = table.array().read(SerialForms.split(partition.split()).request()).batches();
  }

  /** Advances to the next batch. Invalidates the previous batch, because its arrays are reused. */
  @Override
  public boolean next() {
    if (cells != null) {
      in.recycle(cells);
    }
    cells = in.next();
    if (cells == null) {
      current = null;
      return false;
    }
    ColumnVector[] columns = new ColumnVector[vectors.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = vectors.get(i).of(cells.column(i));
    }
    current = new ColumnarBatch(columns, cells.rows());
    return true;
  }

  @Override
  public ColumnarBatch get() {
    if (current == null) {
      throw new IllegalStateException("no current batch; call next first");
    }
    return current;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return ReadMetrics.of(in.stats());
  }

  @Override
  public void close() {
    in.close();
  }
}
