package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However a task ends, it gives back its memory. */
class TaskEndTest extends ArraysInCatalog {
  private static final long CELLS = 60_000;

  private Location from = Location.of("/");
  private Location to = Location.of("/");
  private ArrayOptions options = new ArrayOptions(Map.of());

  @BeforeEach
  void create() {
    from = array("from");
    to = array("to");
    options = new ArrayOptions(Map.of("memory_budget", "50000001"));
    long[] x = LongStream.range(0, CELLS).toArray();
    append(from, Column.of("x", Datatype.INT64, x), Column.of("a", Datatype.INT64, x));
  }

  private Location array(String name) {
    Location place = place(name);
    azulejo.create(
        place, TestSchemas.of("sparse(x INT64 0..%s/1000) a INT64; capacity 1000", CELLS - 1));
    return place;
  }

  private Dataset<Row> load() {
    return load(from, "memory_budget", "50000001", "partition_count", 3);
  }

  private void append(Dataset<Row> rows) {
    save(rows, to, "memory_budget", "50000001", "distribution", "none");
  }

  /** The rows with a call that goes on for ever in one task, in the middle of its rows. */
  private Dataset<Row> hanging(Dataset<Row> rows, String marker) {
    return rows.selectExpr(
        "x",
        "if(x = 15000, a + length(reflect('%s', 'hang', '%s')), a) a"
            .formatted(Faults.class.getName(), folder.resolve(marker)));
  }

  private void awaitMarker(String marker) {
    while (!Files.exists(folder.resolve(marker))) {
      Thread.onSpinWait();
    }
  }

  /** Tasks end by themselves after their job, but soon. */
  private void assertNothingIsHeld() {
    long deadline = System.nanoTime() + 60_000_000_000L;
    Azulejo engine = Engines.engine(options);
    while (Leases.held(engine) > 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(Leases.held(engine)).isZero();
  }

  private void cancelled(Runnable query, String marker) throws InterruptedException {
    CompletableFuture<Void> job =
        CompletableFuture.runAsync(
            () -> {
              spark.sparkContext().setJobGroup(marker, "a job that hangs", true);
              query.run();
            });
    awaitMarker(marker);
    spark.sparkContext().cancelJobGroup(marker);
    assertThatThrownBy(job::get)
        .isInstanceOf(ExecutionException.class)
        .hasStackTraceContaining("cancelled");
  }

  @Test
  void readsGiveBackTheirMemoryHoweverTheyEnd() throws Exception {
    assertThat(load().where("a % 2 = 0").count()).isEqualTo(CELLS / 2);
    assertNothingIsHeld();
    assertThat(load().where("a % 2 = 0").limit(1).collectAsList()).hasSize(1);
    assertNothingIsHeld();
    assertThatThrownBy(
            () -> load().selectExpr("if(x = 15000, raise_error('broken'), a) a").collectAsList())
        .hasStackTraceContaining("broken");
    assertNothingIsHeld();
    cancelled(() -> hanging(load(), "read").collectAsList(), "read");
    assertNothingIsHeld();
    assertThat(load().where("a % 2 = 0").count()).isEqualTo(CELLS / 2);
  }

  @Test
  void writesGiveBackTheirMemoryHoweverTheyEnd() throws Exception {
    assertThatThrownBy(
            () -> append(load().selectExpr("x", "if(x = 15000, raise_error('broken'), a) a")))
        .hasStackTraceContaining("broken");
    assertNothingIsHeld();
    cancelled(() -> append(hanging(load(), "write")), "write");
    assertNothingIsHeld();
    assertThat(azulejo.open(to).fragments()).isEmpty();
    append(load());
    assertNothingIsHeld();

    assertThat(load(to).count()).isEqualTo(CELLS);
  }

  @Test
  void streamsThatAreStoppedGiveBackTheirMemory() throws Exception {
    Dataset<Row> rows = Streams.from(from, Map.of("memory_budget", "50000001"));
    StreamingQuery query =
        hanging(rows, "stream")
            .writeStream()
            .format("azulejo")
            .option("memory_budget", "50000001")
            .option("distribution", "none")
            .option("checkpointLocation", folder.resolve("checkpoint").toString())
            .start(to.toString());
    awaitMarker("stream");
    query.stop();
    assertNothingIsHeld();
    assertThat(azulejo.open(to).fragments()).isEmpty();

    Streams.write(rows, "append", folder.resolve("checkpoint"), to);

    assertNothingIsHeld();
    assertThat(load(to).count()).isEqualTo(CELLS);
  }
}
