package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors and drivers that are lost in the middle of a write: nothing half, nothing twice. */
class ClusterFaultsIT {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static SparkSession spark;

  @TempDir Path folder;
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  @BeforeAll
  static void start() {
    spark = Clusters.get();
  }

  private Location array(String name, boolean dense) {
    Location place = Location.of(folder.resolve(name).toString());
    azulejo.create(place, Clusters.schema(dense));
    return place;
  }

  /** Rows in four tasks, of which one meets with a fault on its first attempt. */
  private Dataset<Row> rows(String fault, String marker) {
    return rows(fault, marker, 5_999);
  }

  private Dataset<Row> rows(String fault, String marker, long at) {
    String call =
        "reflect('%s', '%s', '%s')"
            .formatted(Faults.class.getName(), fault, folder.resolve(marker));
    return spark
        .range(0, 8_000, 1, 4)
        .selectExpr("id x", "if(id % 7 = 0, null, id) a", "if(id % 2 = 0, 'red', 'green') e")
        .withColumn("e", functions.expr("if(x = " + at + ", concat(e, " + call + "), e)"));
  }

  private void append(Dataset<Row> rows, Location place) {
    ArraysInCatalog.save(rows, place, "distribution", "none");
  }

  private static Dataset<Row> stream(Location place, String fragments) {
    return Streams.from(place, Map.of("maxFragmentsPerTrigger", fragments));
  }

  private List<String> cells(Location place) {
    return ArraysInCatalog.cells(azulejo.open(place));
  }

  private static List<String> files(Location place) throws IOException {
    return ArraysInCatalog.files(Path.of(place.path()));
  }

  @Test
  void anExecutorThatIsKilledInTheMiddleOfAWriteDoesNoHarm() {
    for (boolean dense : new boolean[] {false, true}) {
      Location place = array("killed" + dense, dense);
      append(rows("die", "die" + dense), place);

      assertThat(folder.resolve("die" + dense)).exists();
      assertThat(cells(place)).isEqualTo(Clusters.expected());
      assertThat(azulejo.open(place).fragments()).hasSize(4);
    }
  }

  @Test
  void aTaskThatFailsIsRepeatedAndAJobThatFailsLeavesNothing() throws IOException {
    Location place = array("failing", false);
    List<String> before = files(place);
    Dataset<Row> broken =
        rows("fail", "twice").selectExpr("x", "if(x = 7000, raise_error('broken'), a) a", "e");

    assertThatThrownBy(() -> append(broken, place)).hasStackTraceContaining("broken");
    // Tasks that Spark ends with the job remove what they have staged in their own time.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!files(place).equals(before) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(files(place)).isEqualTo(before);
    append(rows("fail", "once"), place);

    assertThat(cells(place)).isEqualTo(Clusters.expected());
  }

  @Test
  void anEpochOfAStreamWhoseExecutorIsKilledIsWrittenOnce() throws Exception {
    Location from = array("source", false);
    Location to = array("sink", false);
    Location copy = array("copy", true);
    append(rows("fail", "source-marker"), from);
    append(rows("fail", "copy-marker"), copy);
    String call =
        "if(x = 5999, concat(e, reflect('%s', 'die', '%s')), e) e"
            .formatted(Faults.class.getName(), folder.resolve("stream"));
    for (int run = 0; run < 2; run++) {
      Dataset<Row> rows = stream(from, "2").selectExpr("x", "a", call);
      Streams.write(rows, "append", folder.resolve("checkpoint"), to);
    }

    assertThat(folder.resolve("stream")).exists();
    assertThat(cells(to)).isEqualTo(cells(from)).isEqualTo(cells(copy)).hasSize(8_000);
  }

  @Test
  @Tag("slow")
  void whateverIsLostWhereverNothingIsHalfAndNothingTwice() throws Exception {
    Random random = new Random(SEED);
    Location sink = array("sink", false);
    Location source = array("source", false);
    for (int round = 0; round < 8; round++) {
      boolean dense = random.nextBoolean();
      Location place = array("round" + round, dense);
      String fault = random.nextBoolean() ? "die" : "fail";
      append(rows(fault, "marker" + round, random.nextInt(8_000)), place);
      append(rows("fail", "source" + round, random.nextInt(8_000)), source);
      Dataset<Row> stream =
          stream(source, Integer.toString(1 + random.nextInt(4)))
              .selectExpr(
                  "x",
                  "a",
                  "if(x = %d, concat(e, reflect('%s', '%s', '%s')), e) e"
                      .formatted(
                          random.nextInt(8_000),
                          Faults.class.getName(),
                          fault,
                          folder.resolve("stream" + round)));
      Streams.write(stream, "append", folder.resolve("checkpoint"), sink);

      assertThat(cells(place))
          .as("azulejo.seed=%d, round %d", SEED, round)
          .isEqualTo(Clusters.expected());
      assertThat(cells(sink)).hasSize(8_000 * (round + 1)).isEqualTo(cells(source));
    }
  }

  @Test
  void aDriverThatIsKilledBeforeItCommitsLeavesTheArrayAsItWas() throws Exception {
    Location place = Location.of(folder.resolve("driver").toString());
    azulejo.create(place, TestSchemas.of("sparse(x INT64 0..9999/100) a INT64"));
    azulejo
        .array(place)
        .append(
            Batch.of(
                Column.of("x", Datatype.INT64, LongStream.range(0, 9).toArray()),
                Column.of("a", Datatype.INT64, LongStream.range(0, 9).toArray())));
    List<String> before = files(place);
    List<String> cells = cells(place);

    Clusters.run(
        folder.resolve("driver.log"),
        Clusters.classPath(),
        HaltingCatalog.CODE,
        "-Xmx512m",
        HaltingCatalog.class.getName(),
        folder.toString(),
        "driver");

    assertThat(files(place)).hasSizeGreaterThan(before.size());
    assertThat(cells(place)).isEqualTo(cells);
    assertThat(ArraysInCatalog.collectGarbage(azulejo, place)).isNotEmpty();
    assertThat(files(place)).isEqualTo(before);
    assertThat(cells(place)).isEqualTo(cells);
  }
}
