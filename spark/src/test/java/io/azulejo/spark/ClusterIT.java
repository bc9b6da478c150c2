package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
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
      azulejo.create(
          place,
          ArraySchema.sparse()
              .capacity(1000)
              .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 99_999), 1000))
              .attribute(Attribute.of("a", Datatype.INT64))
              .build());
      for (int n = 0; n < 3; n++) {
        long first = n * 10_000L;
        try (ArrayWriter out = azulejo.write(place)) {
          out.append(
              Batch.of(
                  Column.of("x", Datatype.INT64, LongStream.range(first, first + 20_000).toArray()),
                  Column.of("a", Datatype.INT64, LongStream.range(0, 20_000).toArray())));
          out.commit();
        }
      }
    }
    return place;
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
