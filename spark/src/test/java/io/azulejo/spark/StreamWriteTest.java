package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each epoch of a stream is written once, whenever its query ends and begins again. */
class StreamWriteTest extends ArraysInCatalog {
  private Location from = Location.of("/");
  private Location to = Location.of("/");
  private Path checkpoint = Path.of("/");

  @BeforeEach
  void create() {
    from = place("from");
    to = place("to");
    checkpoint = folder.resolve("checkpoint");
  }

  private static ArraySchema numbers(boolean duplicates) {
    return TestSchemas.of("sparse(x INT64 0..9999/100) a INT64; duplicates %s", duplicates);
  }

  private void write(long... x) {
    append(
        from,
        Column.of("x", Datatype.INT64, x),
        Column.of("a", Datatype.INT64, LongStream.of(x).map(v -> v * 10).toArray()));
  }

  private Dataset<Row> stream(Object... options) {
    return Streams.from(from, options(options));
  }

  /** As if the driver had been killed before Spark has noted that the last epoch is done. */
  private void forgetLastEpoch() throws IOException {
    try (Stream<Path> files = Files.list(checkpoint.resolve("commits"))) {
      Path last =
          files
              .filter(file -> file.getFileName().toString().matches("[0-9]+"))
              .max((a, b) -> Long.compare(number(a), number(b)))
              .orElseThrow();
      Files.delete(last);
      Files.deleteIfExists(last.resolveSibling("." + last.getFileName() + ".crc"));
    }
  }

  private static long number(Path file) {
    return Long.parseLong(file.getFileName().toString());
  }

  @Test
  void anEpochThatSparkRepeatsIsWrittenOnce() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    for (long epoch = 0; epoch < 4; epoch++) {
      write(epoch, epoch + 100);
      Streams.write(stream("maxFragmentsPerTrigger", "1"), "append", checkpoint, to);
      forgetLastEpoch();
    }
    Streams.write(stream(), "append", checkpoint, to);

    assertThat(cells(to)).isEqualTo(cells(from)).hasSize(8);
    assertThat(azulejo.open(to).fragments()).hasSizeGreaterThanOrEqualTo(4);
    assertThat(collectGarbage(azulejo, to)).isEmpty();
  }

  @Test
  void theFirstEpochCreatesTheArrayWhereOptionsSayHow() throws Exception {
    azulejo.create(from, numbers(true));
    for (long epoch = 0; epoch < 3; epoch++) {
      write(epoch, epoch + 100);
      stream()
          .groupBy("x")
          .sum("a")
          .toDF("x", "a")
          .writeStream()
          .format("azulejo")
          .outputMode("update")
          .options(Map.of("dimensions", "x", "schema.dim.x.extent", "5"))
          .option("checkpointLocation", checkpoint.toString())
          .trigger(Trigger.AvailableNow())
          .start(to.toString())
          .awaitTermination();
      forgetLastEpoch();
    }

    assertThat(cells(to)).isEqualTo(cells(from)).hasSize(6);
    assertThat(azulejo.open(to).schema().dimensions())
        .singleElement()
        .satisfies(x -> assertThat(x.tileLength()).isEqualTo(5));
    assertThatThrownBy(() -> Streams.write(stream(), "append", checkpoint, place("nowhere")))
        .hasMessageContaining("does not exist or is empty; check the path")
        .hasMessageContaining("option(\"dimensions\"");
  }

  @Test
  void anEpochThatFailsLeavesNothingAndIsWrittenByTheNextQuery() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    write(1, 2, 3);
    Dataset<Row> failing = stream().selectExpr("if(x = 3, raise_error('no'), x) x", "a");

    assertThatThrownBy(() -> Streams.write(failing, "append", checkpoint, to))
        .hasStackTraceContaining("no");
    assertThat(azulejo.open(to).fragments()).isEmpty();
    assertThat(collectGarbage(azulejo, to)).isEmpty();
    Streams.write(stream(), "append", checkpoint, to);
    assertThat(cells(to)).isEqualTo(cells(from)).hasSize(3);
  }

  @Test
  void theArrayIsConsolidatedAndVacuumedBetweenEpochs() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    for (long epoch = 0; epoch < 3; epoch++) {
      write(epoch, epoch + 7);
      Streams.write(stream(), "append", checkpoint, to);
      azulejo.maintenance(to).consolidate();
      azulejo.maintenance(to).vacuum();
      forgetLastEpoch();
    }
    Streams.write(stream(), "append", checkpoint, to);

    assertThat(cells(to)).isEqualTo(cells(from)).hasSize(6);
  }

  @Test
  void groupsThatAreUpdatedTakeThePlaceOfWhatTheyWere() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(false));
    Dataset<Row> sums = stream().groupBy("x").sum("a").toDF("x", "a");
    write(1, 1, 2);
    Streams.write(sums, "update", checkpoint, to);
    assertThat(cells(to)).containsExactly("1|20", "2|20");
    write(1, 3);
    Streams.write(sums, "update", checkpoint, to);
    forgetLastEpoch();
    Streams.write(sums, "update", checkpoint, to);

    assertThat(cells(to)).containsExactly("1|30", "2|20", "3|30");
  }

  @Test
  void aStreamOfCompleteAnswersReplacesAllRows() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    Dataset<Row> sums = stream().groupBy("x").sum("a").toDF("x", "a");
    write(1, 2);
    Streams.write(sums, "complete", checkpoint, to);
    write(1, 3);
    Streams.write(sums, "complete", checkpoint, to);
    forgetLastEpoch();
    Streams.write(sums, "complete", checkpoint, to);

    assertThat(cells(to)).containsExactly("1|20", "2|20", "3|30");
    assertThat(azulejo.open(to).fragments()).hasSizeLessThanOrEqualTo(2);
  }

  /** An epoch as Spark writes it; the value of each cell is the last of the numbers. */
  private void epoch(long epoch, String time, long... cells) throws IOException {
    Sessions.get().sparkContext().setLocalProperty("streaming.sql.batchId", "" + epoch);
    SparkArray table =
        new SparkArray(
            new ArrayOptions(Map.of("path", to.toString(), "timestamp_end", time)), false);
    StreamingWrite job =
        table
            .newWriteBuilder(
                new CommitTest.Info("query", table.schema(), CaseInsensitiveStringMap.empty()))
            .build()
            .toStreaming();
    try (DataWriter<InternalRow> task =
        job.createStreamingWriterFactory(() -> 1).createWriter(0, 0, epoch)) {
      for (int i = 0; i < cells.length - 1; i++) {
        task.write(new GenericInternalRow(new Object[] {cells[i], cells[cells.length - 1]}));
      }
      job.commit(epoch, new WriterCommitMessage[] {task.commit()});
    } finally {
      Sessions.get().sparkContext().setLocalProperty("streaming.sql.batchId", null);
    }
  }

  @Test
  void anEpochIsLaterThanThoseBeforeItHoweverTheClockGoes() throws Exception {
    azulejo.create(to, numbers(false));
    long ahead = System.currentTimeMillis() + 3_600_000;
    epoch(0, "" + ahead, 1, 2, 10);
    epoch(1, "");
    epoch(2, "", 1, 3, 20);
    assertThat(cells(azulejo.open(to, TimeRange.ALL))).containsExactly("1|20", "2|10", "3|20");

    // What others write with times to come is of no concern to the stream.
    TestArrays.append(
        azulejo.array(to),
        2 * ahead,
        Batch.of(Column.of("x", Datatype.INT64, 9L), Column.of("a", Datatype.INT64, 9L)));
    epoch(3, "", 1, 30);
    assertThat(azulejo.open(to, TimeRange.until(ahead + 1000)).fragments()).hasSize(3);
  }

  @Test
  void updatesAreRefusedWhereCellsDoNotReplaceOthersAndSoAreIdsOfJobs() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    write(1);

    assertThatThrownBy(
            () ->
                Streams.write(
                    stream().groupBy("x").sum("a").toDF("x", "a"), "update", checkpoint, to))
        .hasStackTraceContaining("does not support Update mode");
    assertThatThrownBy(
            () ->
                stream()
                    .writeStream()
                    .format("azulejo")
                    .option("commit_id", "job")
                    .option("checkpointLocation", checkpoint.resolve("other").toString())
                    .trigger(Trigger.AvailableNow())
                    .start(to.toString())
                    .awaitTermination())
        .hasStackTraceContaining("each epoch of a stream has its own id");
  }

  private static ArraySchema types(boolean dense) {
    return TestSchemas.of(
        "%s(y INT32 0..7/1, x INT32 0..3/4) s STRING_UTF8 var nullable, d FLOAT64 nullable,"
            + " e INT8 words=red|green nullable, t DATETIME_MS",
        dense ? "dense" : "sparse");
  }

  private void writeTypes(int y) {
    append(
        from,
        Column.of("y", Datatype.INT32, y, y, y, y),
        Column.of("x", Datatype.INT32, 0, 1, 2, 3),
        Column.of("s", Datatype.STRING_UTF8, "äbc", null, "", ""),
        Column.of("d", Datatype.FLOAT64, Arrays.asList(0.0, 0.0, null, 0.0)),
        Column.of("e", Datatype.INT8, Arrays.asList((byte) 0, (byte) 1, null, (byte) 0)),
        Column.of("t", Datatype.DATETIME_MS, 5L, Long.MIN_VALUE, y, -1L));
  }

  @Test
  void cellsOfDenseAndSparseArraysComeThroughWithNullsAndEnumerations() throws Exception {
    for (boolean dense : new boolean[] {false, true}) {
      from = place("from" + dense);
      to = place("to" + dense);
      checkpoint = folder.resolve("checkpoint" + dense);
      azulejo.create(from, types(dense));
      azulejo.create(to, types(dense));
      for (int y = 0; y < 4; y++) {
        writeTypes(y);
        writeTypes(y + 4);
        Streams.write(stream("maxFragmentsPerTrigger", "1"), "append", checkpoint, to);
      }
      forgetLastEpoch();
      Streams.write(stream(), "append", checkpoint, to);

      assertThat(cells(to)).isEqualTo(cells(from)).hasSize(32);
    }
  }

  @Test
  void columnsOfOtherTypesThanThoseOfTheArrayAreRefusedAsStreamsCastNothing() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, numbers(true));
    write(1, 2);
    for (String type : List.of("int", "string", "double", "decimal(20, 0)", "timestamp")) {
      Dataset<Row> other = stream().selectExpr("x", "cast(-a as " + type + ") a");

      assertThatThrownBy(() -> Streams.write(other, "append", checkpoint.resolve(type), to))
          .as(type)
          .hasStackTraceContaining("column \"a\" is ")
          .hasStackTraceContaining("cast it to BIGINT");
    }
    assertThat(azulejo.open(to).fragments()).isEmpty();
  }

  @Test
  void instantsAreTakenInTheTimeZoneOfTheSessionAndNullsOfListsDoNotMatter() throws Exception {
    azulejo.create(from, numbers(true));
    azulejo.create(to, TestSchemas.of("sparse(x INT64 0..9999/100) t DATETIME_US, l INT32 var"));
    write(1);
    Streams.write(
        stream()
            .selectExpr("x", "timestamp'2024-07-01 10:00:00' t", "array(cast(x as int), 7, null) l")
            .selectExpr("x", "t", "filter(l, v -> v is not null) l"),
        "append",
        checkpoint,
        to);

    assertThat(cells(to)).containsExactly("1|2024-07-01T10:00|[1, 7]");
  }

  @Test
  void localTimesOfTheHourThatComesTwiceAreDuplicatesInDifferentTasksToo() {
    azulejo.create(from, numbers(true));
    azulejo.create(
        to, TestSchemas.of("sparse(t DATETIME_US 0..%s/%s) a INT64", 1L << 60, 1L << 40));
    write(LongStream.range(0, 60).toArray());
    // At the end of summer time in New York; tasks are given rows by the hash of the instant.
    Dataset<Row> twice =
        stream()
            .selectExpr("timestamp'2024-11-03 05:00:00Z' + make_interval(0,0,0,0,0,x) t", "a")
            .selectExpr("t", "t + interval 1 hour u", "a")
            .where("pmod(hash(t), 2) <> pmod(hash(u), 2)")
            .selectExpr("explode(array(t, u)) t", "a");

    assertThatThrownBy(() -> Streams.write(twice, "append", checkpoint, to))
        .hasStackTraceContaining("coordinates");
  }
}
