package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays with the same tiles are joined without a shuffle, and all others as ever. */
class TileJoinTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.sql.sources.v2.bucketing.enabled", "true",
          "spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true",
          "spark.sql.autoBroadcastJoinThreshold", "-1");

  @TempDir Path folder;
  private final SparkSession spark = Sessions.get();
  private final Azulejo azulejo = Azulejo.create();
  private final Random random = new Random(SEED);

  @BeforeEach
  void set() {
    SETTINGS.forEach(spark.conf()::set);
  }

  @AfterEach
  void close() {
    SETTINGS.keySet().forEach(spark.conf()::unset);
    azulejo.close();
  }

  /** An array of a tiling, with random cells, some of them null. */
  private Location array(String name, boolean dense, long low, long extent) {
    Location place = Location.of(folder.resolve(name).toString());
    azulejo.create(
        place,
        (dense ? ArraySchema.dense() : ArraySchema.sparse())
            .dimension(Dimension.of("y", Datatype.INT64, Range.of(low, low + 39), extent))
            .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 19), 7L))
            .attribute(Attribute.builder("v_" + name, Datatype.INT64).nullable().build())
            .build());
    int[] cells = random.ints(0, 800).distinct().limit(300).toArray();
    byte[] valid = new byte[cells.length];
    for (int i = 0; i < valid.length; i++) {
      valid[i] = (byte) random.nextInt(2);
    }
    WriteRequest request =
        dense ? WriteRequest.DEFAULT.missing(MissingCells.FILLED) : WriteRequest.DEFAULT;
    byte[] values = new byte[8 * cells.length];
    random.nextBytes(values);
    TestArrays.write(
        azulejo.array(place),
        request,
        ChangeOptions.DEFAULT,
        Batch.of(
            Column.of(
                "y", Datatype.INT64, IntStream.of(cells).mapToLong(c -> low + c / 20).toArray()),
            Column.of("x", Datatype.INT64, IntStream.of(cells).mapToLong(c -> c % 20).toArray()),
            new FixedColumn("v_" + name, Datatype.INT64, 1, cells.length, values, valid)));
    return place;
  }

  private Dataset<Row> load(Location place, String by) {
    return spark.read().format("azulejo").option("partition_by", by).load(place.toString());
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  @Test
  void arraysWithTheSameTilesAreJoinedWithoutAShuffle() {
    for (boolean dense : new boolean[] {false, true}) {
      Location a = array("a" + dense, dense, -5, 10);
      Location b = array("b" + dense, false, -5, 10);
      for (String type : List.of("inner", "left_outer", "full_outer", "left_anti")) {
        Dataset<Row> joined = join(a, b, "y, x", type);
        Dataset<Row> shuffled = join(a, b, "", type);

        assertThat(CellText.rows(joined.collectAsList()))
            .as("azulejo.seed=%d, %s", SEED, type)
            .isEqualTo(CellText.rows(shuffled.collectAsList()))
            .isNotEmpty();
        assertThat(plan(joined)).contains("SortMergeJoin").doesNotContain("Exchange");
        assertThat(plan(shuffled)).contains("Exchange");
      }
    }
  }

  private Dataset<Row> join(Location a, Location b, String by, String type) {
    Dataset<Row> left = load(a, by).where("y < 31");
    Dataset<Row> right = load(b, by).where("x > 2");
    return left.join(
        right,
        left.col("y").equalTo(right.col("y")).and(left.col("x").equalTo(right.col("x"))),
        type);
  }

  @Test
  void someDimensionsAreEnough() {
    Location a = array("a", false, 0, 10);
    Location b = array("b", false, 0, 10);
    Dataset<Row> left = load(a, "y");
    Dataset<Row> right = load(b, "y");
    Dataset<Row> joined = left.join(right, left.col("y").equalTo(right.col("y")));
    Dataset<Row> groups = load(a, "y").where("v_a % 3 = 0").groupBy("y").count();

    assertThat(CellText.rows(joined.collectAsList())).hasSizeGreaterThan(300);
    assertThat(plan(joined)).doesNotContain("Exchange");
    assertThat(CellText.rows(groups.collectAsList()))
        .isEqualTo(
            CellText.rows(load(a, "").where("v_a % 3 = 0").groupBy("y").count().collectAsList()));
    assertThat(plan(groups)).doesNotContain("Exchange");
  }

  @Test
  void arraysWithOtherTilesAreShuffled() {
    Location a = array("a", false, 0, 10);
    for (Location other : List.of(array("b", false, 0, 20), array("c", false, 5, 10))) {
      Dataset<Row> joined = join(a, other, "y, x", "inner");

      assertThat(CellText.rows(joined.collectAsList()))
          .isEqualTo(CellText.rows(join(a, other, "", "inner").collectAsList()))
          .isNotEmpty();
      assertThat(plan(joined)).contains("Exchange");
    }
  }

  @Test
  void columnsThatHaveNoTilesAreRefused() {
    Location a = array("a", false, 0, 10);

    assertThatThrownBy(() -> load(a, "v_a").count())
        .hasStackTraceContaining("\"v_a\" is not a dimension of integers or days with tiles");
  }

  @Test
  void onlyTilesWithCellsAreCounted() {
    Location place = Location.of(folder.resolve("scattered").toString());
    azulejo.create(
        place, TestSchemas.of("sparse(y INT64 0..999999/1000, x INT64 0..999999/1000) a INT64"));
    long[] far = {0, 1, 1_500, 400_123, 999_999};
    for (long c : far) {
      azulejo
          .array(place)
          .append(
              Batch.of(
                  Column.of("y", Datatype.INT64, c),
                  Column.of("x", Datatype.INT64, c),
                  Column.of("a", Datatype.INT64, c)));
    }

    Dataset<Row> all = load(place, "y, x").where("a is not null");

    assertThat(all.rdd().getNumPartitions()).isEqualTo(4);
    assertThat(CellText.rows(all.collectAsList())).hasSize(5);
    assertThat(load(place, "y, x").where("x < 1000 or x between 1500 and 500000").count())
        .isEqualTo(4);
  }

  @Test
  void rowsAreDealtOutByTilesForWriters() {
    Location place = Location.of(folder.resolve("target").toString());
    azulejo.create(place, TestSchemas.of("dense(y INT64 1..40/10, x INT64 0..19/10) a INT64"));
    spark.conf().set("spark.sql.catalog.disk", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.disk.path", "/");
    spark
        .range(800)
        .selectExpr("1 + id div 20 as y", "id % 20 x", "id a")
        .repartition(3, functions.expr("disk.tile_10_from_1(y)"), functions.expr("disk.tile_10(x)"))
        .write()
        .format("azulejo")
        .option("distribution", "none")
        .mode("append")
        .save(place.toString());

    assertThat(load(place, "").count()).isEqualTo(800);
    assertThat(
            CellText.rows(
                spark
                    .sql(
                        "select disk.tile_10_from_minus_5(-6), disk.tile_10_from_minus_5(5),"
                            + " disk.tile_10(date'1970-01-12'), disk.tile_10(cast(null as int))")
                    .collectAsList()))
        .containsExactly("-1|1|1|null");
    assertThat(spark.sql("select disk.tile_10_from_1(y) from values (5) as t(y)").columns())
        .singleElement()
        .asString()
        .contains("tile_10_from_1.invoke")
        .doesNotContain("@");
    assertThatThrownBy(() -> spark.sql("select disk.tile_0(1)").collectAsList())
        .hasStackTraceContaining("tile_0");
    assertThatThrownBy(() -> spark.sql("select disk.tile_10('a')").collectAsList())
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
