package io.azulejo.spark;

import org.apache.spark.sql.SparkSession;

/** A job for a Spark in a process of its own: reads all columns of an array. */
public final class CountJob {
  private CountJob() {}

  /**
   * Runs it.
   *
   * @param arguments the array
   */
  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().getOrCreate();
    int rows = spark.read().format("azulejo").load(arguments[0]).collectAsList().size();
    System.out.println("rows read: " + rows);
  }
}
