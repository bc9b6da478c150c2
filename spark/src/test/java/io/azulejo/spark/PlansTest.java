package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Spark leaves out of its plans, as the array has it done. */
class PlansTest extends ArraysInCatalog {
  private Location place;

  @BeforeEach
  void write() {
    place = place("array");
    azulejo.create(
        place, TestSchemas.of("sparse(y INT64 0..999/10, x INT64 0..9/10) a INT64; capacity 100"));
    append(
        place,
        Column.of("y", Datatype.INT64, longs(2000, i -> i / 2)),
        Column.of("x", Datatype.INT64, longs(2000, i -> i % 2)),
        Column.of("a", Datatype.INT64, longs(2000, i -> i)));
  }

  @Test
  void rowsInTheOrderOfDimensionsAreNotSortedAgain() {
    Dataset<Row> ordered =
        load(place, "order", "dimensions").where("a % 7 = 0").sortWithinPartitions("y", "x");
    Dataset<Row> loose = load(place).where("a % 7 = 0").sortWithinPartitions("y", "x");

    assertThat(plan(ordered)).doesNotContain("Sort ");
    assertThat(plan(loose)).contains("Sort ");
    assertThat(ordered.collectAsList()).isEqualTo(loose.collectAsList()).hasSize(286);
  }

  @Test
  void whatAJoinFindsMakesTheReadSmaller() {
    load(place).createOrReplaceTempView("array");
    spark.range(1000).selectExpr("id", "id % 100 as kind").createOrReplaceTempView("few");

    Dataset<Row> joined =
        spark.sql(
            "select /*+ broadcast(few) */ count(*), sum(a) from array join few on y = id"
                + " where kind = 3");
    List<String> rows = rows(joined);

    assertThat(plan(joined)).contains("RuntimeFilters: [dynamicpruning");
    assertThat(rows).containsExactly("20|18130");
  }

  @Test
  void descriptionsSayWhatTheArrayDoes() {
    Dataset<Row> query =
        load(place, "partition_count", "1").where("y between 105 and 109 and a > 12 and x < a");

    assertThat(plan(query))
        .contains(
            "azulejo "
                + place
                + " ranges: y=[105, 109], condition: a >= 13, residual: x < a,"
                + " tiles: 1 of 20, splits: 1, bytes: ")
        .containsPattern("bytes: \\d+ stored, 240 decoded");
  }

  @Test
  void descriptionsOfReadsOfAllRowsAndOfNoneSaySo() {
    assertThat(plan(load(place, "partition_count", 1)))
        .contains(
            place + " ranges: all, condition: none, residual: none, tiles: 20 of 20, splits: 1,");
    assertThat(plan(load(place, "pushdown", "false").where("y = 5")))
        .contains("ranges: all, condition: none, residual: y = 5, tiles: 20 of 20");
    assertThat(plan(load(place, "partition_count", 1).where("y = 5000")))
        .contains(
            place
                + " condition: false, residual: none, tiles: 0 of 20, splits: 0,"
                + " bytes: 0 stored, 0 decoded");
  }

  @Test
  void descriptionsOfAggregatesSayWhatIsRead() {
    Dataset<Row> query =
        load(place, "partition_count", "1").where("y >= 990").groupBy("x").sum("a");

    assertThat(plan(query))
        .contains("ranges: y=[990, 999], condition: none, residual: none, aggregates: ")
        .contains("sum(a)", "tiles: 1 of 20, splits: 1, bytes: ");
  }

  @Test
  void descriptionsFollowTheFiltersThatComeWhileAQueryRuns() {
    load(place, "partition_count", "1").createOrReplaceTempView("array");
    spark.range(100).createOrReplaceTempView("few");
    Dataset<Row> joined =
        spark.sql("select /*+ broadcast(few) */ * from array join few on y = id where id % 50 = 1");

    assertThat(plan(joined)).contains("tiles: 20 of 20");
    assertThat(joined.collectAsList()).hasSize(4);
    assertThat(plan(joined)).contains("ranges: y=[1, 1] [51, 51]", "tiles: 2 of 20, splits: 1");
  }

  @Test
  void longDescriptionsAreCut() {
    String ids =
        LongStream.range(0, 500).mapToObj(i -> "" + 2 * i).collect(Collectors.joining(", "));

    assertThat(plan(load(place).where("a in (" + ids + ")")))
        .containsPattern("condition: a in .{150,250}\\.\\.\\., residual: none, tiles: 10 of 20");
  }

  @Test
  void aWideDenseArrayWithTwoTilesIsReadInTwoTasks() {
    Location wide = place("wide");
    azulejo.create(wide, TestSchemas.of("dense(x INT64 0..%s/1000) a INT64", (1L << 40) - 1));
    for (long first : new long[] {0, 1_099_511_626_000L}) {
      Subarray tile = Subarray.ALL.and("x", Range.of(first, first + 999));
      azulejo.array(wide).write(tile, "a", LongStream.range(0, 1000).toArray());
    }
    Dataset<Row> rows = load(wide);

    assertThat(rows.rdd().getNumPartitions()).isEqualTo(2);
    assertThat(rows.where("a >= 0").count()).isEqualTo(2000);
  }

  @Test
  void countsOfNoRowsAreZero() {
    azulejo.create(place("never"), TestSchemas.of("dense(y INT64 1..40/10) a INT64"));
    azulejo.create(place("dense"), TestSchemas.of("dense(y INT64 0..39/10) a INT64"));
    long[] numbers = longs(40, i -> i);
    append(
        place("dense"),
        Column.of("y", Datatype.INT64, numbers),
        Column.of("a", Datatype.INT64, numbers));
    for (String name : List.of("never", "dense", "array")) {
      load(name, "partition_count", 3).createOrReplaceTempView("pushed");
      for (String where : List.of("y = 10000", "y = 1 and a > 10000", "a > 10000")) {
        assertThat(rows("select count(*), count(a), min(a), sum(a) from pushed where " + where))
            .as("%s of %s", where, name)
            .containsExactly("0|0|null|null");
        assertThat(rows("select a, count(*) from pushed where " + where + " group by a")).isEmpty();
      }
    }
  }

  @Test
  void firstRowsByDimensionsAreReadAlone() {
    Dataset<Row> first = load(place, "partition_count", "1").orderBy("y", "x").limit(3);

    assertThat(plan(first)).contains("limit: 3 rows per split");
    assertThat(rows(first)).containsExactly("0|0|0", "0|1|1", "1|0|2");
  }
}
