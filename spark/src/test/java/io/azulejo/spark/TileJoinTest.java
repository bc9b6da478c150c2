package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrays with the same tiles are joined without a shuffle, and all others as ever. */
class TileJoinTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.sql.sources.v2.bucketing.enabled", "true",
          "spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true",
          "spark.sql.autoBroadcastJoinThreshold", "-1");

  private final Random random = new Random(SEED);

  @BeforeEach
  void set() {
    SETTINGS.forEach(spark.conf()::set);
  }

  @AfterEach
  void unset() {
    SETTINGS.keySet().forEach(spark.conf()::unset);
  }

  /** An array of a tiling, with random cells, some of them null. */
  private Location array(String name, boolean dense, long low, long extent) {
    Location place = place(name);
    azulejo.create(
        place,
        TestSchemas.of(
            "%s(y INT64 %s..%s/%s, x INT64 0..19/7) v_%s INT64 nullable",
            dense ? "dense" : "sparse", low, low + 39, extent, name));
    int[] cells = random.ints(0, 800).distinct().limit(300).toArray();
    byte[] valid = new byte[cells.length];
    for (int i = 0; i < valid.length; i++) {
      valid[i] = (byte) random.nextInt(2);
    }
    byte[] values = new byte[8 * cells.length];
    random.nextBytes(values);
    append(
        place,
        Column.of("y", Datatype.INT64, IntStream.of(cells).mapToLong(c -> low + c / 20).toArray()),
        Column.of("x", Datatype.INT64, IntStream.of(cells).mapToLong(c -> c % 20).toArray()),
        new FixedColumn("v_" + name, Datatype.INT64, 1, cells.length, values, valid));
    return place;
  }

  @Test
  void arraysWithTheSameTilesAreJoinedWithoutAShuffle() {
    for (boolean dense : new boolean[] {false, true}) {
      Location a = array("a" + dense, dense, -5, 10);
      Location b = array("b" + dense, false, -5, 10);
      for (String type : List.of("inner", "left_outer", "full_outer", "left_anti")) {
        Dataset<Row> joined = join(a, b, "y, x", type);
        Dataset<Row> shuffled = join(a, b, "", type);

        assertThat(rows(joined))
            .as("azulejo.seed=%d, %s", SEED, type)
            .isEqualTo(rows(shuffled))
            .isNotEmpty();
        assertThat(plan(joined)).contains("SortMergeJoin").doesNotContain("Exchange");
        assertThat(plan(shuffled)).contains("Exchange");
      }
    }
  }

  private Dataset<Row> join(Location a, Location b, String by, String type) {
    Dataset<Row> left = load(a, "partition_by", by).where("y < 31");
    Dataset<Row> right = load(b, "partition_by", by).where("x > 2");
    return left.join(
        right,
        left.col("y").equalTo(right.col("y")).and(left.col("x").equalTo(right.col("x"))),
        type);
  }

  @Test
  void someDimensionsAreEnough() {
    Location a = array("a", false, 0, 10);
    Location b = array("b", false, 0, 10);
    Dataset<Row> left = load(a, "partition_by", "y");
    Dataset<Row> right = load(b, "partition_by", "y");
    Dataset<Row> joined = left.join(right, left.col("y").equalTo(right.col("y")));
    Dataset<Row> groups = load(a, "partition_by", "y").where("v_a % 3 = 0").groupBy("y").count();

    assertThat(rows(joined)).hasSizeGreaterThan(300);
    assertThat(plan(joined)).doesNotContain("Exchange");
    assertThat(rows(groups))
        .isEqualTo(rows(load(a, "partition_by", "").where("v_a % 3 = 0").groupBy("y").count()));
    assertThat(plan(groups)).doesNotContain("Exchange");
  }

  @Test
  void arraysWithOtherTilesAreShuffled() {
    Location a = array("a", false, 0, 10);
    for (Location other : List.of(array("b", false, 0, 20), array("c", false, 5, 10))) {
      Dataset<Row> joined = join(a, other, "y, x", "inner");

      assertThat(rows(joined)).isEqualTo(rows(join(a, other, "", "inner"))).isNotEmpty();
      assertThat(plan(joined)).contains("Exchange");
    }
  }

  @Test
  void columnsThatHaveNoTilesAreRefused() {
    Location a = array("a", false, 0, 10);

    assertThatThrownBy(() -> load(a, "partition_by", "v_a").count())
        .hasStackTraceContaining("\"v_a\" is not a dimension of integers or days with tiles");
  }

  @Test
  void onlyTilesWithCellsAreCounted() {
    Location place = place("scattered");
    azulejo.create(
        place, TestSchemas.of("sparse(y INT64 0..999999/1000, x INT64 0..999999/1000) a INT64"));
    long[] far = {0, 1, 1_500, 400_123, 999_999};
    for (long c : far) {
      append(
          place,
          Column.of("y", Datatype.INT64, c),
          Column.of("x", Datatype.INT64, c),
          Column.of("a", Datatype.INT64, c));
    }

    Dataset<Row> all = load(place, "partition_by", "y, x").where("a is not null");

    assertThat(all.rdd().getNumPartitions()).isEqualTo(4);
    assertThat(rows(all)).hasSize(5);
    assertThat(
            load(place, "partition_by", "y, x")
                .where("x < 1000 or x between 1500 and 500000")
                .count())
        .isEqualTo(4);
  }

  private org.apache.spark.sql.Column tiles(String call) {
    return functions.expr(catalog + "." + call);
  }

  @Test
  void rowsAreDealtOutByTilesForWriters() {
    Location place = place("target");
    azulejo.create(place, TestSchemas.of("dense(y INT64 1..40/10, x INT64 0..19/10) a INT64"));
    save(
        spark
            .range(800)
            .selectExpr("1 + id div 20 as y", "id % 20 x", "id a")
            .repartition(3, tiles("tile_10_from_1(y)"), tiles("tile_10(x)")),
        place,
        "distribution",
        "none");

    assertThat(load(place, "partition_by", "").count()).isEqualTo(800);
    assertThat(
            rows(
                "select CAT.tile_10_from_minus_5(-6), CAT.tile_10_from_minus_5(5),"
                    + " CAT.tile_10(date'1970-01-12'), CAT.tile_10(cast(null as int))"))
        .containsExactly("-1|1|1|null");
    assertThat(sql("select CAT.tile_10_from_1(y) from values (5) as t(y)").columns())
        .singleElement()
        .asString()
        .contains("tile_10_from_1.invoke")
        .doesNotContain("@");
    assertThatThrownBy(() -> sql("select CAT.tile_0(1)").collectAsList())
        .hasStackTraceContaining("tile_0");
    assertThatThrownBy(() -> sql("select CAT.tile_10('a')").collectAsList())
        .hasStackTraceContaining("tile_10 takes one column of integers or dates");
  }

  @Test
  void tilesAreCountedToTheEndsOfTheType() {
    TileFunction tiles = TileFunction.named("tile_10_from_minus_9223372036854775807").orElseThrow();
    TileFunction all = TileFunction.named("TILE_9223372036854775807_FROM_0").orElseThrow();

    assertThat(tiles.tile(Long.MAX_VALUE)).isEqualTo(1_844_674_407_370_955_161L);
    assertThat(tiles.tile(Long.MIN_VALUE)).isEqualTo(-1);
    assertThat(
            LongStream.of(-1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE).map(all::tile))
        .containsExactly(-1L, 0L, 0L, 1L, -2L);
    assertThat(TileFunction.named("tile_99999999999999999999")).isEmpty();
    assertThat(TileFunction.named("tile_9999999999999999999")).isEmpty();
    assertThat(TileFunction.named("tile_")).isEmpty();
  }
}
