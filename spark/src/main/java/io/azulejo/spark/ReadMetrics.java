package io.azulejo.spark;

import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * The metrics of reads in Spark's user interface. Spark itself creates instances of the metric
 * classes.
 */
final class ReadMetrics {
  private ReadMetrics() {}

  /** The number of bytes read from files. */
  public static final class BytesRead extends CustomSumMetric {
    @Override
    public String name() {
      return "bytesRead";
    }

    @Override
    public String description() {
      return "bytes read from files";
    }
  }

  /** The number of requests for byte ranges of files. */
  public static final class Requests extends CustomSumMetric {
    @Override
    public String name() {
      return "requests";
    }

    @Override
    public String description() {
      return "byte ranges read";
    }
  }

  /** The number of decoded tiles. */
  public static final class TilesDecoded extends CustomSumMetric {
    @Override
    public String name() {
      return "tilesDecoded";
    }

    @Override
    public String description() {
      return "tiles decoded";
    }
  }

  /**
   * The number of tiles that planning skipped because of ranges and statistics. The driver reports
   * it instead of the tasks, so that a tile counts once even if several parts contain it.
   */
  public static final class TilesPruned extends CustomSumMetric {
    @Override
    public String name() {
      return "tilesPruned";
    }

    @Override
    public String description() {
      return "tiles pruned by ranges and statistics";
    }
  }

  /** The number of bytes in decoded tiles. */
  public static final class BytesDecoded extends CustomSumMetric {
    @Override
    public String name() {
      return "bytesDecoded";
    }

    @Override
    public String description() {
      return "bytes decoded";
    }
  }

  /** The value of a metric, which a task or the driver reports. */
  record Value(String name, long value) implements CustomTaskMetric {}

  /** Returns all metrics of reads. */
  static CustomMetric[] all() {
    return new CustomMetric[] {
      new BytesRead(), new Requests(), new TilesDecoded(), new TilesPruned(), new BytesDecoded()
    };
  }

  /** Returns the metric values of a plan. */
  static CustomTaskMetric[] of(PlannedRead.Tiles tiles) {
    return new CustomTaskMetric[] {new Value("tilesPruned", tiles.outside() + tiles.pruned())};
  }

  /** Returns the metric values of a task. */
  static CustomTaskMetric[] of(ReadStats stats) {
    return new CustomTaskMetric[] {
      new Value("bytesRead", stats.bytesRead()),
      new Value("requests", stats.ranges()),
      new Value("tilesDecoded", stats.tilesDecoded()),
      new Value("bytesDecoded", stats.bytesDecoded())
    };
  }
}
