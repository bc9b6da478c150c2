package io.azulejo.spark;

import io.azulejo.StagedFragments;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What writes have made, as Spark's pages show it. Spark makes the metrics itself. */
final class WriteMetrics {
  private WriteMetrics() {}

  /** The fragments that were committed. */
  public static final class FragmentsWritten extends CustomSumMetric {
    @Override
    public String name() {
      return "fragmentsWritten";
    }

    @Override
    public String description() {
      return "fragments written";
    }
  }

  /** The bytes of their files. */
  public static final class BytesWritten extends CustomSumMetric {
    @Override
    public String name() {
      return "bytesWritten";
    }

    @Override
    public String description() {
      return "bytes written to files";
    }
  }

  /** The metrics that there are. */
  static CustomMetric[] all() {
    return new CustomMetric[] {new FragmentsWritten(), new BytesWritten()};
  }

  /** The metrics of a commit. */
  static CustomTaskMetric[] of(List<StagedFragments> parts) {
    long fragments = parts.stream().mapToLong(part -> part.fragments().size()).sum();
    long bytes = parts.stream().mapToLong(StagedFragments::bytes).sum();
    return new CustomTaskMetric[] {
      new ReadMetrics.Value("fragmentsWritten", fragments),
      new ReadMetrics.Value("bytesWritten", bytes)
    };
  }
}
