package io.azulejo.spark;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.spark.sql.SparkSession;

/**
 * A driver that updates all rows of a table again and again. It writes a line for each statement:
 * {@code updated}, {@code conflict}, {@code unknown} or another failure.
 */
public final class UpdatingDriver {
  private static final String CREATE =
      "create table box.t tblproperties (dimensions = 'x') as select id x, 0L v from range(10)";

  private UpdatingDriver() {}

  /**
   * Runs it.
   *
   * @param arguments the folder of the table {@code t}; the file for the lines; the milliseconds
   *     since 1970 until which it works, or {@code create} or {@code check}; the file for what a
   *     check finds; then names and values of settings of the store, in turn
   */
  public static void main(String[] arguments) throws IOException {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.catalog.box", AzulejoCatalog.class.getName())
            .config("spark.sql.catalog.box.path", arguments[0])
            .config(
                "spark.sql.catalog.box.conflicts",
                System.getProperty("azulejo.conflicts", "refused"));
    for (int i = 4; i < arguments.length; i += 2) {
      builder.config("spark.sql.catalog.box.tiledb." + arguments[i], arguments[i + 1]);
    }
    try (SparkSession spark = builder.getOrCreate()) {
      switch (arguments[2]) {
        case "create" -> spark.sql(CREATE);
        case "check" ->
            Files.writeString(
                Path.of(arguments[3]),
                spark.sql("select count(*), min(v), max(v) from box.t").head().mkString("|"));
        default -> update(spark, Path.of(arguments[1]), Long.parseLong(arguments[2]));
      }
    }
  }

  private static void update(SparkSession spark, Path lines, long end) throws IOException {
    do {
      Files.writeString(
          lines, update(spark) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } while (System.currentTimeMillis() < end);
  }

  private static String update(SparkSession spark) {
    try {
      spark.sql("update box.t set v = v + 1");
      return "updated";
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof ConflictException) {
          return "conflict";
        }
        if (cause instanceof CommitUnknownException) {
          return "unknown";
        }
      }
      return "failed: " + e;
    }
  }
}
