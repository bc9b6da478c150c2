package io.azulejo.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * A job for a Spark in a process of its own: creates an array in a store, reads it and prints what
 * it found.
 */
public final class StoreJob {
  private StoreJob() {}

  /**
   * Runs it.
   *
   * @param arguments the array, then names and values of settings of the store, in turn
   */
  public static void main(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < arguments.length; i += 2) {
      options.put("tiledb." + arguments[i], arguments[i + 1]);
    }
    SparkSession spark = SparkSession.builder().getOrCreate();
    spark
        .range(1000)
        .selectExpr("id as x", "id % 7 as a")
        .write()
        .format("azulejo")
        .options(options)
        .option("dimensions", "x")
        .mode("append")
        .save(arguments[0]);
    spark
        .read()
        .format("azulejo")
        .options(options)
        .load(arguments[0])
        .createOrReplaceTempView("cells");
    System.out.println(
        "found " + spark.sql("select count(*), sum(x), sum(a) from cells where x >= 500").first());
    spark.stop();
  }
}
