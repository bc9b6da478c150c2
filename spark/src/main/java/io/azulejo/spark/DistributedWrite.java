package io.azulejo.spark;

import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** A write whose rows Spark first distributes to tasks as the array requires. */
interface DistributedWrite extends RequiresDistributionAndOrdering {
  /** Returns the distribution of rows to tasks. */
  WriteDistribution distribution();

  /** Returns the metrics of the commit; empty before it. */
  List<CustomTaskMetric> committed();

  @Override
  default Distribution requiredDistribution() {
    return distribution().distribution();
  }

  @Override
  default int requiredNumPartitions() {
    return distribution().partitions();
  }

  /** Requires no order: each task sorts its own cells. */
  @Override
  default SortOrder[] requiredOrdering() {
    return new SortOrder[0];
  }

  @Override
  default CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }

  /** Returns the metrics of the commit. Spark calls this from 4.0 on. */
  @SuppressWarnings("MissingOverride")
  default CustomTaskMetric[] reportDriverMetrics() {
    return committed().toArray(CustomTaskMetric[]::new);
  }
}
