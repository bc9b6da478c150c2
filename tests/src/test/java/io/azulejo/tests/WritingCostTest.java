package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What writes ask of the store, to the single operation. */
class WritingCostTest {
  private static final Location ARRAY = Location.of("mem://array");
  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());

  private Azulejo.Builder engine() {
    return Azulejo.builder().storage("mem", storage).computeThreads(0).ioThreads(0);
  }

  private FileLog write(Azulejo azulejo, long time, Batch... batches) {
    storage.forget();
    TestArrays.write(
        azulejo.array(ARRAY), WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(time), batches);
    return FileLog.of(storage);
  }

  /**
   * That a fragment was written with no operation that is not needed: the schema is looked for and
   * read, it is seen that no seal has to be kept; each tile is one write of each file; when all
   * files are durable one act commits them.
   */
  private static void assertNothingElse(FileLog log, long time, List<String> files, long tiles) {
    log.requireFilesWrittenOnce();
    String fragment = time + "-" + time;
    assertThat(log.names(Act.CREATE))
        .containsExactlyElementsOf(
            Stream.concat(files.stream(), Stream.of("__fragment_metadata.tdb"))
                .map(file -> fragment + "/" + file)
                .toList());
    assertThat(log.names(Act.LIST)).containsExactly("array/__schema", "array.seal.d");
    assertThat(log.names(Act.READ)).containsExactly("schema");
    assertThat(log.names(Act.CREATE_EXCLUSIVE)).containsExactly(fragment + ".wrt");
    assertThat(log.last().act()).isEqualTo(Act.CREATE_EXCLUSIVE);
    long all = files.size() + 1;
    // Lists; the schema; each file, of which the metadata is closed twice; the commit.
    assertThat(log.total())
        .isLessThanOrEqualTo((int) (2 + 3 + 3 * all + files.size() * tiles + 1 + 1 + 1));
  }

  @Test
  void aDenseWriteWritesEachTileOfEachFileOnce() {
    Filter zstd = Filter.zstd(3);
    try (Azulejo azulejo = engine().build()) {
      azulejo.create(
          ARRAY,
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 199), 50))
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 199), 50))
              .attribute(
                  Attribute.builder("t", Datatype.FLOAT64)
                      .filters(Filter.byteShuffle(), zstd)
                      .build())
              .attribute(
                  Attribute.builder("n", Datatype.INT32).nullable(true).filters(zstd).build())
              .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().filters(zstd).build())
              .build());

      FileLog log = write(azulejo, 1, rows(0, 70), rows(70, 200)); // not at the border of tiles

      assertNothingElse(
          log, 1, List.of("a0.tdb", "a1.tdb", "a1_validity.tdb", "a2.tdb", "a2_var.tdb"), 16);
    }
  }

  /** Rows of a dense array of 200 columns. */
  private static Batch rows(int from, int end) {
    int cells = 200 * (end - from);
    double[] t = new double[cells];
    List<Long> n = new ArrayList<>();
    String[] s = new String[cells];
    for (int i = 0; i < cells; i++) {
      t[i] = i / 8.0;
      n.add(i % 7 == 0 ? null : Long.valueOf(i));
      s[i] = "s" + i % 100;
    }
    return Batch.of(
        Column.of("t", Datatype.FLOAT64, t),
        Column.of("n", Datatype.INT32, n),
        Column.of("s", Datatype.STRING_UTF8, s));
  }

  @Test
  void anUnorderedWriteInMemoryWritesEachTileOfEachFileOnce() {
    try (Azulejo azulejo = engine().build()) {
      azulejo.create(ARRAY, GenesCells.schema(1000));

      FileLog log = write(azulejo, 1, GenesCells.batch(5500));

      assertNothingElse(log, 1, GenesCells.FILES, 6);
    }
  }

  @Test
  void anAppendCostsTheSameHoweverManyFragmentsThereAre() {
    try (Azulejo azulejo = engine().build()) {
      azulejo.create(ARRAY, GenesCells.schema(1000));
      for (int time = 1; time <= 20; time++) {
        FileLog log = write(azulejo, time, GenesCells.batch(100));

        assertNothingElse(log, time, GenesCells.FILES, 1);
      }
    }
  }

  @Test
  void cellsThatWaitInFilesAreWrittenAndReadInLargeBlocksOnceEach() {
    int cells = 40_000;
    int capacity = 10_000;
    Azulejo.Builder builder = StoredSpillFiles.in(storage, engine().memoryBudget(4 << 20));
    try (Azulejo azulejo = builder.build()) {
      azulejo.create(ARRAY, GenesCells.schema(capacity));

      FileLog log = write(azulejo, 1, GenesCells.batch(cells));

      List<String> runs =
          log.names(Act.CREATE).stream().filter(file -> file.contains("spill")).toList();
      assertThat(runs).containsExactly("spilled/spill_0", "spilled/spill_1");
      long blocks = 0;
      for (String run : runs) {
        assertThat(log.acts(run))
            .containsExactly(
                Act.CREATE, Act.WRITE, Act.COMMIT, Act.OPEN, Act.READ, Act.CLOSE, Act.DELETE);
        assertThat(log.requireEachByteOnce(Act.READ, run))
            .isEqualTo(log.requireEachByteOnce(Act.WRITE, run));
        List<Operation> reads = log.of(Act.READ, run);
        assertThat(log.of(Act.WRITE, run)).as("writes of whole blocks").hasSameSizeAs(reads);
        blocks += reads.size();
      }
      assertThat(blocks).isEqualTo(509);
      int files = GenesCells.FILES.size() + 1;
      assertThat(log.total())
          .isLessThanOrEqualTo(
              (int) (2 + 3 + runs.size() * 6 + 2 * blocks + 3 * files)
                  + GenesCells.FILES.size() * cells / capacity
                  + 1
                  + 1
                  + 1);
      assertThat(log.last().act()).isEqualTo(Act.CREATE_EXCLUSIVE);
    }
  }
}
