package io.azulejo.spark;

import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What reads cost, as Spark's pages show it. Spark makes the metrics itself, by their classes. */
final class ReadMetrics {
  private ReadMetrics() {}

  /** The bytes that were read from files. */
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

  /** The requests to the store. */
  public static final class Requests extends CustomSumMetric {
    @Override
    public String name() {
      return "requests";
    }

    @Override
    public String description() {
      return "stretches of files read";
    }
  }

  /** The tiles that were decoded. */
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
   * The tiles of the array that planning left out, by ranges and by statistics. The driver reports
   * them, tasks do not: a tile counts once, in however many parts.
   */
  public static final class TilesPruned extends CustomSumMetric {
    @Override
    public String name() {
      return "tilesPruned";
    }

    @Override
    public String description() {
      return "tiles left out by ranges and statistics";
    }
  }

  /** The bytes of decoded tiles. */
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

  /** A metric of a task, or of the driver. */
  record Value(String name, long value) implements CustomTaskMetric {}

  /** The metrics that there are. */
  static CustomMetric[] all() {
    return new CustomMetric[] {
      new BytesRead(), new Requests(), new TilesDecoded(), new TilesPruned(), new BytesDecoded()
    };
  }

  /** The metrics of planning. */
  static CustomTaskMetric[] of(PlannedRead.Tiles tiles) {
    return new CustomTaskMetric[] {new Value("tilesPruned", tiles.outside() + tiles.pruned())};
  }

  /** The metrics of a task. */
  static CustomTaskMetric[] of(ReadStats stats) {
    return new CustomTaskMetric[] {
      new Value("bytesRead", stats.bytesRead()),
      new Value("requests", stats.ranges()),
      new Value("tilesDecoded", stats.tilesDecoded()),
      new Value("bytesDecoded", stats.bytesDecoded())
    };
  }
}
