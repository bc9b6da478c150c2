package io.azulejo.spark;

import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** A write whose rows Spark deals out to tasks first, as the array needs it. */
interface DistributedWrite extends RequiresDistributionAndOrdering {
  /** Which rows meet in a task. */
  WriteDistribution distribution();

  /** What was committed: nothing as long as nothing was. */
  List<CustomTaskMetric> committed();

  @Override
  default Distribution requiredDistribution() {
    return distribution().distribution();
  }

  @Override
  default int requiredNumPartitions() {
    return distribution().partitions();
  }

  /** None: each task sorts its cells itself. */
  @Override
  default SortOrder[] requiredOrdering() {
    return new SortOrder[0];
  }

  @Override
  default CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }

  /** What was committed; Spark asks for it from 4.0 on. */
  @SuppressWarnings("MissingOverride")
  default CustomTaskMetric[] reportDriverMetrics() {
    return committed().toArray(CustomTaskMetric[]::new);
  }
}
