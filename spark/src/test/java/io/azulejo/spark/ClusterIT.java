package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors in processes of their own, which have nothing of this project but the bundle: what a
 * task needs has to come with it.
 */
class ClusterIT {
  @TempDir static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark = Clusters.get();
  }

  private static Location write() {
    Location place = Location.of(folder.resolve("array").toString());
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(place, TestSchemas.of("sparse(x INT64 0..99999/1000) a INT64; capacity 1000"));
      for (int n = 0; n < 3; n++) {
        long first = n * 10_000L;
        azulejo
            .array(place)
            .append(
                Batch.of(
                    Column.of(
                        "x", Datatype.INT64, LongStream.range(first, first + 20_000).toArray()),
                    Column.of("a", Datatype.INT64, LongStream.range(0, 20_000).toArray())));
      }
    }
    return place;
  }

  private static Location numbers(String name, boolean dense) {
    Location place = Location.of(folder.resolve(name).toString());
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          place, TestSchemas.of("%s(x INT64 0..9999/1000) a INT64", dense ? "dense" : "sparse"));
    }
    return place;
  }

  private static void write(Location place, String mode, Dataset<Row> rows) {
    ArraysInCatalog.save(rows, place, "mode", mode, "distribution", "range");
  }

  private static List<String> rows(Location place) {
    return CellText.rows(spark.read().format("azulejo").load(place.toString()).collectAsList());
  }

  private static List<String> texts(Map<Long, Long> cells) {
    return cells.entrySet().stream()
        .map(cell -> cell.getKey() + "|" + cell.getValue())
        .sorted()
        .toList();
  }

  @Test
  void rowsAreChangedByTasksInOtherProcesses() {
    spark.conf().set("spark.sql.catalog.changed", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.changed.path", folder.toString());
    Location place = numbers("cells", false);
    Map<Long, Long> cells = new TreeMap<>();
    write(place, "append", spark.range(0, 4_000, 1, 4).selectExpr("id x", "id a"));
    LongStream.range(0, 4_000).forEach(x -> cells.put(x, x));

    spark.sql("update changed.cells set a = -a where x % 10 = 3");
    cells.replaceAll((x, a) -> x % 10 == 3 ? -a : a);
    assertThat(rows(place)).isEqualTo(texts(cells));

    spark.sql("delete from changed.cells where cast(x as string) like '%7'");
    cells.keySet().removeIf(x -> x % 10 == 7);
    assertThat(rows(place)).isEqualTo(texts(cells));

    spark
        .range(3_000, 5_000, 1, 3)
        .selectExpr("id x", "id * 2 a")
        .createOrReplaceTempView("others");
    spark.sql(
        "merge into changed.cells c using others o on c.x = o.x"
            + " when matched and o.a % 3 = 0 then delete"
            + " when matched then update set a = o.a"
            + " when not matched then insert (x, a) values (o.x, o.a)");
    for (long x = 3_000; x < 5_000; x++) {
      if (cells.containsKey(x) && x * 2 % 3 == 0) {
        cells.remove(x);
      } else {
        cells.put(x, x * 2);
      }
    }
    assertThat(rows(place)).isEqualTo(texts(cells));

    write(place, "upsert", spark.range(4_500, 6_000, 1, 4).selectExpr("id x", "7L a"));
    LongStream.range(4_500, 6_000).forEach(x -> cells.put(x, 7L));
    assertThat(rows(place)).isEqualTo(texts(cells));
  }

  @Test
  void cellsOfDenseArraysAreChangedByTasksInOtherProcesses() {
    spark.conf().set("spark.sql.catalog.changed", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.changed.path", folder.toString());
    Location place = numbers("grid", true);
    Map<Long, Long> cells = new TreeMap<>();
    write(place, "append", spark.range(0, 4_000, 1, 4).selectExpr("id x", "id a"));
    LongStream.range(0, 4_000).forEach(x -> cells.put(x, x));

    spark.sql("update changed.grid set a = -a where x % 10 = 3");
    cells.replaceAll((x, a) -> x % 10 == 3 ? -a : a);
    assertThat(rows(place)).isEqualTo(texts(cells));

    write(place, "upsert", spark.range(500, 700, 1, 4).selectExpr("id x", "7L a"));
    LongStream.range(500, 700).forEach(x -> cells.put(x, 7L));
    assertThat(rows(place)).isEqualTo(texts(cells));
  }

  @Test
  void tasksInOtherProcessesReadTheSnapshotOfTheDriver() {
    spark
        .read()
        .format("azulejo")
        .option("partition_count", 6)
        .load(write().toString())
        .createOrReplaceTempView("cells");

    // The newest of three fragments that overlap: 10,000 of each of the first two are seen.
    List<Row> sums = spark.sql("select count(*), sum(a) from cells").collectAsList();
    List<Row> tested =
        spark
            .sql("select count(*) from cells where a >= 5000 and cast(x as string) like '%7'")
            .collectAsList();

    long low = LongStream.range(0, 10_000).sum();
    assertThat(CellText.rows(sums))
        .containsExactly("40000|" + (2 * low + LongStream.range(0, 20_000).sum()));
    assertThat(CellText.rows(tested)).containsExactly("2500");
  }
}
