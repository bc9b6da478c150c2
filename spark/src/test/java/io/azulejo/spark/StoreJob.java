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
    String folder = arguments[0].substring(0, arguments[0].lastIndexOf('/'));
    spark.conf().set("spark.sql.catalog.store", "io.azulejo.spark.AzulejoCatalog");
    spark.conf().set("spark.sql.catalog.store.path", folder);
    options.forEach((name, value) -> spark.conf().set("spark.sql.catalog.store." + name, value));
    spark.sql(
        "create table store.t tblproperties (dimensions = 'x') as select x, a from cells where x < 10");
    refused(
        spark,
        "create table store.u tblproperties (dimensions = 'x') as select id x, cast(raise_error('no') as int) a from range(3)");
    refused(
        spark,
        "replace table store.t tblproperties (dimensions = 'x') as select id x, cast(raise_error('no') as int) a from range(3)");
    System.out.println("tables " + spark.sql("show tables in store").count());
    System.out.println("created " + spark.sql("select count(*), sum(a) from store.t").first());
    spark.sql(
        "create or replace table store.t tblproperties (dimensions = 'x') as select x + 1 x, -a a from store.t");
    System.out.println("replaced " + spark.sql("select sum(x), sum(a) from store.t").first());
    System.out.println(
        "found " + spark.sql("select count(*), sum(x), sum(a) from cells where x >= 500").first());
    spark.stop();
  }

  private static void refused(SparkSession spark, String statement) {
    try {
      spark.sql(statement);
      System.out.println("not refused: " + statement);
    } catch (RuntimeException e) {
      System.out.println("refused " + e.getMessage());
    }
  }
}
