package io.azulejo.spark;

import io.azulejo.StagedFragments;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What writes have made, as Spark's pages show it. Spark makes the metrics itself. */
final class WriteMetrics {
  private static final String FRAGMENTS = "fragmentsWritten";
  private static final String BYTES = "bytesWritten";

  private WriteMetrics() {}

  /** The fragments that were committed. */
  public static final class FragmentsWritten extends CustomSumMetric {
    @Override
    public String name() {
      return FRAGMENTS;
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
      return BYTES;
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
  static List<CustomTaskMetric> of(List<StagedFragments> parts) {
    long fragments = parts.stream().mapToLong(part -> part.fragments().size()).sum();
    long bytes = parts.stream().mapToLong(StagedFragments::bytes).sum();
    return List.of(
        new ReadMetrics.Value(FRAGMENTS, fragments), new ReadMetrics.Value(BYTES, bytes));
  }
}
