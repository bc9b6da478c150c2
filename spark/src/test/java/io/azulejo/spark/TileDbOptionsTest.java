package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.CreateOptions;
import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Programs that were written for TileDB-Spark find its name, its options and what they meant. */
class TileDbOptionsTest extends ArraysInCatalog {

  private Dataset<Row> read(String name, Object... options) {
    return spark
        .read()
        .format("io.tiledb.spark")
        .options(options(options))
        .load(place(name).toString());
  }

  private static DataFrameWriter<Row> write(Dataset<Row> rows, String mode) {
    return writer(rows, mode).format("io.tiledb.spark");
  }

  /** Cells everywhere, counted from 0 in row-major order. */
  private void large(boolean dense) {
    azulejo.create(
        place("large"),
        TestSchemas.of(
            "%s(rows INT64 1..40/5, cols INT64 1..40/5) a INT64; capacity 10",
            dense ? "dense" : "sparse"));
    append(
        place("large"),
        Column.of("rows", Datatype.INT64, longs(1600, i -> 1 + i / 40)),
        Column.of("cols", Datatype.INT64, longs(1600, i -> 1 + i % 40)),
        Column.of("a", Datatype.INT64, longs(1600, i -> i)));
  }

  @Test
  void partitionsAreAsManyAsAskedForAndEveryRowIsInOne() {
    for (boolean dense : new boolean[] {false, true}) {
      if (dense) {
        azulejo.catalog().remove(place("large"));
      }
      large(dense);
      for (int count : new int[] {1, 2, 11}) {
        Dataset<Row> rows = read("large", "partition_count", count);
        assertThat(rows.javaRDD().getNumPartitions()).isEqualTo(count);
        assertThat(rows.select("a").distinct().count()).isEqualTo(1600);
        assertThat(
                rows.where(
                        "rows between 1 and 4 or rows between 9 and 12 or rows = 40 and cols < 3")
                    .count())
            .isEqualTo(322);
        assertThat(rows.where("rows < 3 and cols >= 39").select("a").collectAsList())
            .extracting(row -> row.getLong(0))
            .containsExactlyInAnyOrder(38L, 39L, 78L, 79L);
      }
      assertThat(
              read("large", "partition.dim.0", "2", "partition.dim.cols", "3")
                  .javaRDD()
                  .getNumPartitions())
          .isEqualTo(6);
    }
    assertThatThrownBy(() -> read("large", "partition.dim.rows", "-1").count())
        .hasMessageContaining("a number of at least 1");
    assertThatThrownBy(() -> read("large", "partition.dim.rows", "many").count())
        .hasMessageContaining("a number of at least 1");
  }

  @Test
  void rowsComeInTheOrderThatIsAskedFor() {
    large(true);
    for (String prefix : List.of("", "TILEDB_")) {
      for (String order : List.of("row-major", "col-major", "global-order", "unordered")) {
        String name =
            prefix.isEmpty() ? order : prefix + order.replace('-', '_').toUpperCase(Locale.ROOT);
        List<Row> rows =
            read("large", "partition_count", "1", "order", name).where("rows < 8").collectAsList();
        assertThat(rows).as(name).hasSize(280);
        List<Long> first = rows.stream().limit(6).map(row -> row.getLong(2)).toList();
        switch (order) {
          case "row-major" -> assertThat(first).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
          case "col-major" -> assertThat(first).containsExactly(0L, 40L, 80L, 120L, 160L, 200L);
          case "global-order" -> assertThat(first).containsExactly(0L, 1L, 2L, 3L, 4L, 40L);
          default -> assertThat(rows).extracting(row -> row.getLong(2)).doesNotHaveDuplicates();
        }
      }
    }
    assertThatThrownBy(() -> read("large", "order", "sideways").collectAsList())
        .hasMessageContaining("row-major, col-major, global-order");
  }

  @Test
  void filtersAreAppliedWithAndWithoutPushDown() {
    large(false);
    for (String pushed : List.of("true", "false")) {
      Dataset<Row> rows =
          load(
                  "large",
                  "tiledb_filtering",
                  pushed,
                  "read_buffer_size",
                  "10",
                  "allow_read_buffer_realloc",
                  "false")
              .where("a in (3, 5) or a > 1597");
      assertThat(rows.select("a").collectAsList())
          .extracting(row -> row.getLong(0))
          .containsExactlyInAnyOrder(3L, 5L, 1598L, 1599L);
      assertThat(plan(rows).contains("Filter ")).isEqualTo(pushed.equals("false"));
    }
  }

  @Test
  void arraysAreReadAsOfTheirTimesUntilTheseAreVacuumed() {
    Location place = place("times");
    azulejo.create(
        place, TestSchemas.of("dense(rows INT32 1..4/4) a INT32"), CreateOptions.DEFAULT.at(1));
    for (int time = 10; time <= 30; time += 10) {
      TestArrays.append(
          azulejo.array(place),
          time,
          Batch.of(Column.of("a", Datatype.INT32, time + 1, time + 2, time + 3, time + 4)));
    }
    azulejo.maintenance(place).consolidate();

    for (int time = 10; time <= 30; time += 10) {
      assertThat(rows(load("times", "timestamp_start", time - 9, "timestamp_end", time)))
          .containsExactly(
              "1|" + (time + 1), "2|" + (time + 2), "3|" + (time + 3), "4|" + (time + 4));
    }
    assertThat(read("times", "timestamp_end", "20").where("a = 21").count()).isEqualTo(1);
    assertThat(read("times", "timestamp_start", "21").where("a = 31").count()).isEqualTo(1);
    azulejo.maintenance(place).vacuum();
    assertThat(read("times", "timestamp_end", "10").count()).isZero();
    assertThat(read("times").where("a > 30").count()).isEqualTo(4);
  }

  @Test
  void nullsAndValuesOfAnyLengthAreWrittenAndRead() {
    Dataset<Row> rows =
        spark.sql(
            "select * from values (1L, 1.5F, null, 'one', array(1L, 2L), array(1.5F)),"
                + " (2L, null, 7, null, null, array(cast(0 as float))),"
                + " (3L, float('nan'), -7, '', array(), null)"
                + " as t(id, f, i, s, l, r)");

    write(rows.coalesce(1), "overwrite")
        .option("schema.dim.0.name", "id")
        .save(place("n").toString());

    assertThat(rows(read("n"))).isEqualTo(rows(rows));
    ArraySchema schema = schema("n");
    assertThat(schema.attributes()).allMatch(Attribute::nullable);
  }

  @Test
  void valuesOfEachTypeAreWrittenAndRead() throws Exception {
    for (String value :
        List.of(
            "cast(id as tinyint)",
            "cast(id as smallint)",
            "cast(id as int)",
            "id * 10000000000",
            "cast(id as float) / 3",
            "cast(id as double) / 3",
            "concat('text ', id)",
            "id > 1",
            "date_add(date'2020-01-01', cast(id as int))",
            "timestamp_ntz'2020-01-01 00:00:00.25'",
            "cast(concat('b', id) as binary)")) {
      Path array = Files.createDirectory(folder.resolve("type" + value.hashCode()));
      Dataset<Row> rows = spark.range(3).selectExpr(value + " a1", "id");

      write(rows, "overwrite").option("schema.dim.0.name", "id").save(array.toString());

      assertThat(rows(read(array.getFileName().toString()).select("a1", "id")))
          .as(value)
          .isEqualTo(rows(rows));
    }
  }

  @Test
  void dimensionsAndOrdersOfNewArraysAreAsOptionsSay() {
    Dataset<Row> rows =
        spark.sql("select 3 rows, 0.5D depth, 'k' name, 9 a union all select 3, 0.5D, 'k', 8");

    write(rows, "append")
        .option("schema.dim.0.name", "depth")
        .option("schema.dim.0.min", "-1")
        .option("schema.dim.0.max", "1")
        .option("schema.dim.0.extent", "0.5")
        .option("schema.dim.1.name", "rows")
        .option("schema.dim.1.min", 1)
        .option("schema.dim.1.max", 100)
        .option("schema.dim.1.extent", 10)
        .option("schema.dim.2.name", "name")
        .option("schema.set_allows_dups", true)
        .option("schema.cell_order", "TILEDB_COL_MAJOR")
        .option("schema.tile_order", "col-major")
        .option("schema.capacity", 3)
        .option("schema.attr.a.filter_list", "(byteshuffle, -1), (gzip, 9)")
        .option("write_buffer_size", 1000)
        .save(place("d").toString());

    ArraySchema schema = schema("d");
    assertThat(schema.dimensions())
        .extracting(Dimension::toString)
        .containsExactly(
            "depth FLOAT64 [-1.0, 1.0] tile 0.5",
            "rows INT32 [1, 100] tile 10",
            "name STRING_ASCII");
    assertThat(schema.cellOrder()).isEqualTo(Layout.COL_MAJOR);
    assertThat(schema.tileOrder()).isEqualTo(Layout.COL_MAJOR);
    assertThat(schema.capacity()).isEqualTo(3);
    assertThat(rows(read("d").select("a"))).containsExactly("8", "9");
  }

  @Test
  void metadataIsWrittenWithTheRows() {
    Dataset<Row> rows = spark.sql("select 1L id, 2 a");
    Map<String, String> options =
        Map.of(
            "metadata_value.one", "100",
            "metadata_type.one", "TILEDB_INT32",
            "metadata_value.two", "99.5",
            "metadata_type.two", "TILEDB_FLOAT32",
            "metadata_value.three", "K",
            "metadata_type.three", "TILEDB_STRING_ASCII",
            "metadata_value.four", "20",
            "metadata_type.four", "uint8");

    for (String mode : List.of("errorifexists", "append")) {
      write(rows, mode)
          .options(options)
          .option("schema.dim.0.name", "id")
          .option("metadata_value.mode", mode)
          .save(place("m").toString());

      Map<String, MetadataValue> metadata = azulejo.open(place("m")).metadata();
      assertThat(metadata)
          .containsEntry("one", MetadataValue.ofInts(100))
          .containsEntry("two", MetadataValue.ofDoubles(Datatype.FLOAT32, 99.5))
          .containsEntry("four", MetadataValue.ofLongs(Datatype.UINT8, 20))
          .containsEntry("mode", MetadataValue.ofString(mode));
      assertThat(metadata.get("three").type()).isEqualTo(Datatype.STRING_ASCII);
    }
    assertThatThrownBy(
            () ->
                write(rows, "append")
                    .option("metadata_value.x", "300")
                    .option("metadata_type.x", "TILEDB_INT8")
                    .save(place("m").toString()))
        .hasMessageContaining("\"300\" is not a value of TILEDB_INT8");
    assertThat(read("m").count()).isEqualTo(1);
  }
}
