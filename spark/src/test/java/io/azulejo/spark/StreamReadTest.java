package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written to an array comes once, in batches, whatever is done to its fragments. */
class StreamReadTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);

  private Location place = Location.of("/");
  private Path checkpoint = Path.of("/");

  @BeforeEach
  void create() {
    place = place("array");
    checkpoint = folder.resolve("checkpoint");
    azulejo.create(place, TestSchemas.of("sparse(x INT64 0..9999/100) a INT64; duplicates"));
  }

  private void write(long... x) {
    writeAt(ChangeOptions.DEFAULT, x);
  }

  private void writeAt(ChangeOptions time, long... x) {
    long[] a = LongStream.of(x).map(value -> -value).toArray();
    TestArrays.write(
        azulejo.array(place),
        WriteRequest.DEFAULT,
        time,
        Batch.of(Column.of("x", Datatype.INT64, x), Column.of("a", Datatype.INT64, a)));
  }

  private void consolidate() {
    azulejo.maintenance(place).consolidate();
  }

  private void vacuum() {
    azulejo.maintenance(place).vacuum();
  }

  private Dataset<Row> stream(Object... options) {
    return Streams.from(place, options(options));
  }

  private List<List<String>> read(Object... options) throws Exception {
    return Streams.read(stream(options), checkpoint);
  }

  @Test
  void aQueryThatBeginsAgainReadsWhatWasWrittenSince() throws Exception {
    write(1, 2);
    write(3);
    assertThat(read()).containsExactly(List.of("1|-1", "2|-2", "3|-3"));
    assertThat(read()).isEmpty();

    write(4);
    consolidate();
    write(5, 1);

    assertThat(read()).containsExactly(List.of("1|-1", "4|-4", "5|-5"));
    assertThat(read()).isEmpty();
  }

  @Test
  void whatIsConsolidatedAndVacuumedBetweenBatchesIsNotReadAgain() throws Exception {
    write(1);
    write(2);
    assertThat(read()).containsExactly(List.of("1|-1", "2|-2"));
    consolidate();
    assertThat(read())
        .as("a batch that notes what fragments are made of")
        .containsExactly(List.of());
    vacuum();
    write(3);

    assertThat(read()).containsExactly(List.of("3|-3"));
  }

  @Test
  void whatCannotBeToldSinceAVacuumIsSaid() throws Exception {
    write(1);
    assertThat(read()).hasSize(1);
    write(2);
    consolidate();
    vacuum();

    assertThatThrownBy(this::read)
        .hasStackTraceContaining("so its new cells are not known; read the whole array");
  }

  @Test
  void batchesHaveNoMoreFragmentsAndBytesThanAreWanted() throws Exception {
    for (long x = 0; x < 5; x++) {
      write(x);
    }
    List<List<String>> pairs = read("maxFragmentsPerTrigger", "2");
    long[] many = LongStream.range(100, 1100).toArray();
    write(many);
    write(many);
    write(7);
    List<List<String>> byBytes = read("maxBytesPerTrigger", "1000");

    assertThat(pairs)
        .containsExactly(List.of("0|0", "1|-1"), List.of("2|-2", "3|-3"), List.of("4|-4"));
    assertThat(byBytes).extracting(List::size).containsExactly(1000, 1000, 1);
    assertThatThrownBy(() -> read("maxFragmentsPerTrigger", "0"))
        .hasStackTraceContaining(
            "option maxfragmentspertrigger: \"0\" is not a number of at least 1");
  }

  @Test
  void aStreamBeginsWithTheFirstRowsWithTheNextOrAtATime() throws Exception {
    long now = System.currentTimeMillis();
    writeAt(ChangeOptions.DEFAULT.at(now - 2000), 1);
    writeAt(ChangeOptions.DEFAULT.at(now - 1000), 2);
    consolidate();
    Dataset<Row> latest = stream("starting", "latest");
    write(3);

    assertThat(Streams.read(latest, folder.resolve("latest"))).containsExactly(List.of("3|-3"));
    assertThat(read("starting", Long.toString(now - 1500)))
        .containsExactly(List.of("2|-2", "3|-3"));
    assertThat(Streams.read(stream("starting", "earliest"), folder.resolve("earliest")))
        .containsExactly(List.of("1|-1", "2|-2", "3|-3"));
    assertThatThrownBy(() -> Streams.read(stream("starting", "now"), folder.resolve("wrong")))
        .hasStackTraceContaining("is not earliest, latest or a time in milliseconds since 1970");
  }

  @Test
  void aStreamThatBeginsWithTheNextRowsRemembersWhereEvenIfThereAreNone() throws Exception {
    write(1);
    assertThat(read("starting", "latest")).containsExactly(List.of());
    write(2);

    assertThat(read("starting", "latest")).containsExactly(List.of("2|-2"));
  }

  @Test
  void aLateCommitOfAnEarlyWriteIsNotMissed() throws Exception {
    long now = System.currentTimeMillis();
    write(1);
    assertThat(read()).hasSize(1);
    writeAt(ChangeOptions.DEFAULT.at(now - 100_000), 2);

    assertThat(read()).containsExactly(List.of("2|-2"));
  }

  @Test
  void aClockThatIsBehindThatOfTheBatchBeforeHidesNothingThatWasRead() throws Exception {
    long later = System.currentTimeMillis() + 3_600_000;
    write(1);
    writeAt(ChangeOptions.DEFAULT.at(later), 2);
    assertThat(read("timestamp_end", Long.toString(later)))
        .containsExactly(List.of("1|-1", "2|-2"));
    write(3);

    assertThat(read()).containsExactly(List.of("3|-3"));
    writeAt(ChangeOptions.DEFAULT.at(later), 4);
    assertThat(read("deletions", "ignored")).containsExactly(List.of("4|-4"));
    assertThat(read()).isEmpty();
  }

  @Test
  void aBatchOfAnotherArrayIsNotRepeatedFromItsCheckpoint() throws Exception {
    write(1);
    assertThat(read()).hasSize(1);
    Files.delete(checkpoint.resolve("commits").resolve("0"));
    Files.deleteIfExists(checkpoint.resolve("commits").resolve(".0.crc"));
    ArraySchema schema = azulejo.open(place).schema();
    place = place("other");
    azulejo.create(place, schema);
    write(2);

    assertThatThrownBy(this::read)
        .hasStackTraceContaining("the checkpoint belongs to a stream from ")
        .hasStackTraceContaining("give the query a new checkpointLocation");
  }

  @Test
  void deletionsAreRefusedOrIgnored() throws Exception {
    write(1, 2, 3);
    azulejo.array(place).delete(Condition.field("x").equalTo(2));
    assertThat(read()).as("rows that were deleted before").containsExactly(List.of("1|-1", "3|-3"));
    azulejo.array(place).delete(Condition.field("x").equalTo(3));
    write(4);

    assertThatThrownBy(this::read)
        .hasStackTraceContaining("rows that the stream may have returned were deleted")
        .hasStackTraceContaining("deletions = ignored");
    assertThat(read("deletions", "ignored")).containsExactly(List.of("4|-4"));
    azulejo.array(place).deleteFragments(TimeRange.ALL);
    assertThatThrownBy(this::read).hasStackTraceContaining("were deleted (fragments [");
    write(5);
    assertThat(read("deletions", "ignored")).containsExactly(List.of("5|-5"));
    assertThat(read()).isEmpty();
  }

  @Test
  void columnsThatComeAreReadByQueriesThatBeginLaterAndThoseThatGoEndThem() throws Exception {
    write(1);
    Dataset<Row> before = stream();
    azulejo
        .array(place)
        .evolve(
            SchemaEvolution.builder()
                .addAttribute(Attribute.builder("b", Datatype.INT64).nullable().build())
                .build());
    assertThat(Streams.read(before, checkpoint)).containsExactly(List.of("1|-1"));
    Path again = folder.resolve("again");
    assertThat(Streams.read(stream(), again)).containsExactly(List.of("1|-1|null"));

    azulejo.array(place).evolve(SchemaEvolution.builder().dropAttribute("a").build());
    azulejo
        .array(place)
        .evolve(
            SchemaEvolution.builder()
                .dropAttribute("b")
                .addAttribute(Attribute.of("c", Datatype.INT8))
                .build());
    append(place, Column.of("x", Datatype.INT64, 2L), Column.of("c", Datatype.INT8, (byte) 7));

    assertThatThrownBy(() -> Streams.read(before, checkpoint))
        .hasStackTraceContaining("column \"a\" of the stream was dropped after the query started");
    assertThat(read()).containsExactly(List.of("2|7"));
  }

  @Test
  void aBatchIsRepeatedAsItWasByAQueryThatIsMadeLater() throws Exception {
    write(1, 2);
    assertThat(read()).hasSize(1);
    Files.delete(checkpoint.resolve("commits").resolve("0"));
    Files.deleteIfExists(checkpoint.resolve("commits").resolve(".0.crc"));
    write(3);
    azulejo.array(place).delete(Condition.field("x").equalTo(1));
    consolidate();
    azulejo
        .array(place)
        .evolve(
            SchemaEvolution.builder()
                .addAttribute(Attribute.builder("b", Datatype.INT64).nullable().build())
                .build());

    assertThat(read("deletions", "ignored"))
        .containsExactly(List.of("1|-1|null", "2|-2|null"), List.of("3|-3|null"));
  }

  @Test
  void streamsOfAllCellsAreRefused() {
    assertThatThrownBy(() -> read("cells", "all")).hasStackTraceContaining("leave out cells = all");
  }

  @Test
  void whateverIsDoneBetweenBatchesEachRowComesOnce() throws Exception {
    Random random = new Random(SEED);
    List<String> written = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    boolean told = true;
    long next = 0;
    for (int step = 0; step < 40; step++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          long[] x = LongStream.range(next, next + 1 + random.nextInt(20)).toArray();
          next += x.length;
          LongStream.of(x).forEach(value -> written.add(value + "|" + -value));
          writeAt(ChangeOptions.DEFAULT.at(System.currentTimeMillis() - random.nextInt(5_000)), x);
          told = false;
        }
        case 2 -> {
          consolidate();
          told = false;
        }
        case 3 -> {
          if (told) {
            vacuum();
          }
        }
        default -> {
          String limit = Integer.toString(1 + random.nextInt(3));
          read("maxFragmentsPerTrigger", limit).forEach(seen::addAll);
          told = true;
        }
      }
    }
    read().forEach(seen::addAll);

    written.sort(String::compareTo);
    seen.sort(String::compareTo);
    assertThat(seen).as("azulejo.seed=%d", SEED).isEqualTo(written);
  }
}
