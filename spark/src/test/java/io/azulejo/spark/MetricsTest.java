package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Spark's pages say of reads is what the engine counts. */
class MetricsTest extends ArraysInCatalog {
  private static final int CELLS = 60_000;
  private static final List<String> NAMES =
      List.of("bytesRead", "requests", "tilesDecoded", "tilesPruned", "bytesDecoded");

  private Location place = Location.of("/");

  @BeforeEach
  void write() {
    place = place("array");
    azulejo.create(
        place, TestSchemas.of("sparse(x INT64 0..99999/1000) a INT64, b FLOAT64; capacity 1000"));
    Random random = new Random(17);
    for (int n = 0; n < 2; n++) {
      long first = n * 20_000L;
      append(
          place,
          Column.of("x", Datatype.INT64, LongStream.range(first, first + CELLS / 2).toArray()),
          Column.of("a", Datatype.INT64, LongStream.range(0, CELLS / 2).toArray()),
          Column.of("b", Datatype.FLOAT64, random.doubles(CELLS / 2).toArray()));
    }
  }

  private Dataset<Row> cells() {
    return load(place, "partition_count", 1);
  }

  /** Runs a query and gives the metrics of its only scan. */
  private static Map<String, Long> metrics(Dataset<Row> query) {
    query.collectAsList();
    Map<String, Long> metrics = new HashMap<>();
    for (BatchScanExec scan : scans(query.queryExecution().executedPlan())) {
      for (String name : NAMES) {
        metrics.put(name, scan.metrics().apply(name).value());
      }
    }
    assertThat(metrics).isNotEmpty();
    return metrics;
  }

  private static List<BatchScanExec> scans(SparkPlan plan) {
    SparkPlan whole =
        plan instanceof AdaptiveSparkPlanExec adaptive ? adaptive.executedPlan() : plan;
    List<BatchScanExec> scans = new ArrayList<>();
    var leaves = whole.collectLeaves().iterator();
    while (leaves.hasNext()) {
      SparkPlan leaf = leaves.next();
      if (leaf instanceof BatchScanExec scan) {
        scans.add(scan);
      } else if (!leaf.children().isEmpty() || leaf.getClass().getSimpleName().contains("Query")) {
        scans.addAll(scans(((org.apache.spark.sql.execution.adaptive.QueryStageExec) leaf).plan()));
      }
    }
    return scans;
  }

  private static Map<String, Long> counted(ReadStats stats) {
    return Map.of(
        "bytesRead", stats.bytesRead(),
        "requests", stats.ranges(),
        "tilesDecoded", stats.tilesDecoded(),
        "tilesPruned", stats.tilesPruned(),
        "bytesDecoded", stats.bytesDecoded());
  }

  /** What an engine counts that has seen nothing of the array. */
  private Map<String, Long> read(ReadRequest request) {
    try (Azulejo fresh = Azulejo.create()) {
      Array array = fresh.open(place);
      try (BatchReader in = array.read(request).batches()) {
        while (in.next() != null) {
          assertThat(in.stats().bytesRead()).isPositive();
        }
        return counted(in.stats());
      }
    }
  }

  @Test
  void aScanReadsWhatTheEngineCounts() {
    Dataset<Row> all = cells();
    assertThat(metrics(all)).isEqualTo(read(ReadRequest.ALL));
    BatchScanExec scan = scans(all.queryExecution().executedPlan()).get(0);
    assertThat(scan.metrics().apply("numOutputRows").value()).isEqualTo(all.count());
  }

  @Test
  void aColumnAndAPartOfTheArrayReadLess() {
    Map<String, Long> all = metrics(cells());

    Map<String, Long> column = metrics(cells().select("a"));
    assertThat(column.get("bytesRead")).isPositive().isLessThan(all.get("bytesRead"));

    ReadRequest box =
        ReadRequest.ALL
            .select("a", "b", "x")
            .subarray(Subarray.ALL.and("x", List.of(Range.of(1_000, 1_999))));
    Map<String, Long> part = metrics(cells().where("x between 1000 and 1999"));
    assertThat(part.get("bytesRead")).isEqualTo(read(box).get("bytesRead"));
    assertThat(part.get("bytesRead")).isLessThan(all.get("bytesRead") / 4);
    assertThat(part.get("tilesDecoded")).isPositive().isLessThan(all.get("tilesDecoded") / 4);
  }

  @Test
  void tilesThatStatisticsLeaveOutAreCountedAndNotRead() {
    ReadRequest tested =
        ReadRequest.ALL.where(Condition.parse("a >= 29000")).cells(ReadRequest.Cells.MATCHING);
    Map<String, Long> pruned = metrics(cells().where("a >= 29000"));

    assertThat(pruned).isEqualTo(read(tested));
    assertThat(pruned.get("tilesPruned")).isPositive();
    assertThat(pruned.get("bytesRead")).isLessThan(metrics(cells()).get("bytesRead") / 4);
  }

  @Test
  void tilesThatPlanningLeavesOutCountOnceInHoweverManyTasks() {
    Dataset<Row> rows = load(place, "partition_count", 4);

    assertThat(metrics(rows).get("tilesPruned")).isZero();
    Map<String, Long> part = metrics(rows.where("x between 1000 and 2999"));
    assertThat(part.get("tilesPruned")).isEqualTo(58);
    assertThat(part.get("tilesDecoded")).isEqualTo(2);
    assertThat(metrics(rows.where("a >= 29000")).get("tilesPruned")).isEqualTo(58);
    assertThat(metrics(rows.where("x < 10000 and a >= 5000")).get("tilesPruned")).isEqualTo(55);
    assertThat(metrics(rows.where("x = 200000")).get("tilesPruned"))
        .as("nothing is read")
        .isEqualTo(60);
    assertThat(metrics(rows.where("x >= 49000").groupBy("x").sum("a")).get("tilesPruned"))
        .as("of an aggregate")
        .isEqualTo(59);
  }

  @Test
  void tilesOfArraysWithDuplicatesAreCountedTooIfPlanningLeavesThemOut() {
    place = place("several");
    azulejo.create(
        place, TestSchemas.of("sparse(x INT64 0..99999/1000) a INT64; capacity 1000, duplicates"));
    long[] numbers = LongStream.range(0, CELLS).toArray();
    append(place, Column.of("x", Datatype.INT64, numbers), Column.of("a", Datatype.INT64, numbers));

    Map<String, Long> pruned = metrics(cells().where("a between 7000 and 9999"));

    assertThat(pruned.get("tilesPruned")).isEqualTo(57);
    assertThat(pruned.get("tilesDecoded")).isEqualTo(3);
  }

  @Test
  void tilesThatAJoinLeavesOutAreCounted() {
    cells().createOrReplaceTempView("cells");
    spark.range(5_000).createOrReplaceTempView("few");

    Map<String, Long> joined =
        metrics(
            sql(
                "select /*+ broadcast(few) */ sum(a) from cells join few on x = id"
                    + " where id % 1000 = 7"));

    assertThat(joined.get("tilesPruned")).isEqualTo(55);
    assertThat(joined.get("tilesDecoded")).isEqualTo(5);
  }

  @Test
  void aggregatesThatTheArrayComputesAreCountedToo() {
    List<ReadStats> cost = new ArrayList<>();
    try (Azulejo fresh = Azulejo.create()) {
      fresh
          .open(place)
          .read(ReadRequest.ALL)
          .aggregate(Aggregation.of(List.of(Aggregate.sum("a"))), cost::add);
    }
    Map<String, Long> sum = metrics(cells().selectExpr("sum(a)"));

    assertThat(cost).hasSize(1);
    assertThat(cost.get(0).bytesRead()).isPositive();
    assertThat(sum.get("bytesRead"))
        .isEqualTo(cost.get(0).bytesRead())
        .isLessThan(metrics(cells()).get("bytesRead"));
    assertThat(metrics(cells().groupBy("b").sum("a")).get("bytesRead"))
        .isGreaterThan(sum.get("bytesRead"));
  }
}
