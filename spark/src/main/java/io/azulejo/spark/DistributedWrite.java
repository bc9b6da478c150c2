package io.azulejo.spark;

import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** A write that makes Spark distribute its rows to tasks as the array requires. */
interface DistributedWrite extends RequiresDistributionAndOrdering {
  /** Returns the distribution of rows to tasks. */
  WriteDistribution distribution();

  /** Returns the metrics of the commit; all are zero before it. */
  List<CustomTaskMetric> committed();

  @Override
  default Distribution requiredDistribution() {
    return distribution().distribution();
  }

  @Override
  default int requiredNumPartitions() {
    return distribution().partitions();
  }

  /** Returns an empty array, because each task sorts its own cells. */
  @Override
  default SortOrder[] requiredOrdering() {
    return new SortOrder[0];
  }

  @Override
  default CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }

  /** Returns the metrics of the commit. Spark calls this method since version 4.0. */
  @SuppressWarnings("MissingOverride")
  default CustomTaskMetric[] reportDriverMetrics() {
    return committed().toArray(CustomTaskMetric[]::new);
  }
}
