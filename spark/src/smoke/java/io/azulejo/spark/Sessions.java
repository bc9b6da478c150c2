package io.azulejo.spark;

import org.apache.spark.sql.SparkSession;

/** The session of Spark that all tests of this process share. */
final class Sessions {
  private Sessions() {}

  /** The session, which begins with the first test. */
  static SparkSession get() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("azulejo")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.default.parallelism", "2")
        .config("spark.sql.datetime.java8API.enabled", "true")
        .config("spark.sql.session.timeZone", "America/New_York")
        .config(
            "spark.sql.warehouse.dir",
            "%s/azulejo-warehouse-%s"
                .formatted(System.getProperty("java.io.tmpdir"), System.getProperty("user.name")))
        .getOrCreate();
  }
}
