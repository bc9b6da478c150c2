package io.azulejo.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Scans an array in a process whose heap is smaller than the array. */
public final class SmallHeapScan {
  private SmallHeapScan() {}

  /**
   * Reads all cells several times.
   *
   * @param args the array, the memory budget in bytes, and the file for what was found
   */
  public static void main(String[] args) throws Exception {
    List<String> found = new ArrayList<>();
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .getOrCreate()) {
      Dataset<Row> cells =
          spark
              .read()
              .format("azulejo")
              .option("memory_budget", args[1])
              .option("pushdown", "false")
              .load(args[0]);
      cells.write().format("noop").mode("overwrite").save();
      found.add(cells.selectExpr("count(*)", "sum(x)", "sum(a)").head().mkString("|"));
      found.add(cells.where("a % 1000 = 7").selectExpr("count(*)", "max(x)").head().mkString("|"));
    }
    Files.write(Path.of(args[2]), found);
  }
}
