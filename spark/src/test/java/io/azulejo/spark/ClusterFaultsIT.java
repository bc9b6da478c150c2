package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Dialect;
import io.azulejo.table.TableOptions;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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
    azulejo.create(
        place,
        (dense ? ArraySchema.dense() : ArraySchema.sparse().allowsDuplicates(true))
            .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 9_999), 100))
            .attribute(Attribute.builder("a", Datatype.INT64).nullable().build())
            .attribute(Attribute.builder("e", Datatype.INT8).enumeration("words").build())
            .enumeration(Enumeration.ofStrings("words", false, List.of("red", "green")))
            .build());
    return place;
  }

  private static List<String> expected(long rows) {
    List<String> texts = new ArrayList<>();
    for (long x = 0; x < rows; x++) {
      texts.add(x + "|" + (x % 7 == 0 ? "null" : x) + "|" + (x % 2 == 0 ? "red" : "green"));
    }
    texts.sort(String::compareTo);
    return texts;
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
    rows.write()
        .format("azulejo")
        .option("distribution", "none")
        .mode("append")
        .save(place.toString());
  }

  private List<String> cells(Location place) {
    return CellText.rows(ArrayTable.of(azulejo.open(place), TableOptions.of(Dialect.SPARK)));
  }

  private List<GcReport.Entry> collectGarbage(Location place) {
    GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
    return azulejo.maintenance(place).gc(all).entries();
  }

  private static List<String> files(Location place) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(place.path()))) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  @Test
  void anExecutorThatIsKilledInTheMiddleOfAWriteDoesNoHarm() {
    for (boolean dense : new boolean[] {false, true}) {
      Location place = array("killed" + dense, dense);
      append(rows("die", "die" + dense), place);

      assertThat(folder.resolve("die" + dense)).exists();
      assertThat(cells(place)).isEqualTo(expected(8_000));
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

    assertThat(cells(place)).isEqualTo(expected(8_000));
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
      Dataset<Row> rows =
          spark
              .readStream()
              .format("azulejo")
              .option("maxFragmentsPerTrigger", "2")
              .load(from.toString())
              .selectExpr("x", "a", call);
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
          spark
              .readStream()
              .format("azulejo")
              .option("maxFragmentsPerTrigger", Integer.toString(1 + random.nextInt(4)))
              .load(source.toString())
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
          .isEqualTo(expected(8_000));
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

    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("azulejo.opens").split(" ")));
    command.addAll(
        List.of(
            "-Xmx512m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            HaltingCatalog.class.getName(),
            folder.toString(),
            "driver"));
    Process driver =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("driver.log").toFile())
            .start();
    boolean ended = driver.waitFor(5, TimeUnit.MINUTES);
    driver.destroyForcibly();

    assertThat(ended).isTrue();
    assertThat(driver.exitValue())
        .as(() -> log(folder.resolve("driver.log")))
        .isEqualTo(HaltingCatalog.CODE);
    assertThat(files(place)).hasSizeGreaterThan(before.size());
    assertThat(cells(place)).isEqualTo(cells);
    assertThat(collectGarbage(place)).isNotEmpty();
    assertThat(files(place)).isEqualTo(before);
    assertThat(cells(place)).isEqualTo(cells);
  }

  private static String log(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
