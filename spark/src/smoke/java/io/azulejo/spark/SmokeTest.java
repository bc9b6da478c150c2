package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark creates, writes, queries and changes an array. The full layer of tests has the details. */
class SmokeTest {
  @TempDir private Path folder;
  private final SparkSession spark = Sessions.get();

  @Test
  void aTableOfACatalogIsCreatedWrittenQueriedAndChanged() {
    spark.conf().set("spark.sql.catalog.smoke", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.smoke.path", folder.toString());
    spark.sql(
        "create table smoke.quakes (id bigint not null, kind string, mag double)"
            + " using azulejo tblproperties (dimensions = 'id')");
    spark.sql(
        "insert into smoke.quakes select id, if(id % 2 = 0, 'even', 'odd'), id / 10"
            + " from range(0, 1000)");
    spark.sql("update smoke.quakes set mag = -1 where id between 10 and 19");

    List<Row> answer =
        spark
            .sql(
                "select kind, count(*), min(mag) from smoke.quakes where id < 500"
                    + " group by kind order by kind")
            .collectAsList();
    assertThat(answer).hasToString("[[even,250,-1.0], [odd,250,-1.0]]");

    try (Azulejo azulejo = Azulejo.create();
        var rows =
            azulejo
                .open(Location.of(folder.resolve("quakes").toString()))
                .read().rows()) {
      assertThat(rows.filter(row -> row.get("mag").equals(-1.0))).hasSize(10);
    }
  }

  @Test
  void aFrameIsWrittenToAPathAndReadWithItsFilterPushedDown() {
    String path = folder.resolve("squares").toString();
    spark
        .range(0, 200)
        .selectExpr("id", "id * id as square")
        .write()
        .format("azulejo")
        .option("dimensions", "id")
        .mode("append")
        .save(path);

    var found = spark.read().format("azulejo").load(path).where("square between 100 and 200");

    assertThat(found.orderBy("id").collectAsList())
        .hasToString("[[10,100], [11,121], [12,144], [13,169], [14,196]]");
    assertThat(found.queryExecution().executedPlan().toString()).contains("square");
  }
}
