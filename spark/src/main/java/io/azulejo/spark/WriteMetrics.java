package io.azulejo.spark;

import io.azulejo.StagedFragments;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * The metrics of writes in Spark's user interface. Spark itself creates instances of the metric
 * classes.
 */
final class WriteMetrics {
  private static final String FRAGMENTS = "fragmentsWritten";
  private static final String BYTES = "bytesWritten";

  private WriteMetrics() {}

  /** The number of committed fragments. */
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

  /** The number of bytes in the files of committed fragments. */
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

  /** Returns all metrics of writes. */
  static CustomMetric[] all() {
    return new CustomMetric[] {new FragmentsWritten(), new BytesWritten()};
  }

  /**
   * Returns the metric values of a commit.
   *
   * @param parts the committed fragments
   */
  static List<CustomTaskMetric> of(List<StagedFragments> parts) {
    long fragments = parts.stream().mapToLong(part -> part.fragments().size()).sum();
    long bytes = parts.stream().mapToLong(StagedFragments::bytes).sum();
    return List.of(
        new ReadMetrics.Value(FRAGMENTS, fragments), new ReadMetrics.Value(BYTES, bytes));
  }
}
