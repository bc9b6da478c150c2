package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What consolidation and vacuuming ask of the store, to the single operation. */
class ConsolidationCostTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final Filter ZSTD = Filter.zstd(3);
  private static final int FRAGMENTS = 20;
  private static final int CELLS = 2000;
  private static final int CAPACITY = 500;

  /** Those of the array, its schemas, metadata, fragments, commits and consolidated footers. */
  private static final int FOLDERS = 6;

  private static final String METADATA = "__fragment_metadata.tdb";

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());
  @AutoClose private final Azulejo azulejo = engine(Azulejo.builder());

  private Azulejo engine(Azulejo.Builder builder) {
    return builder.storage("mem", storage).computeThreads(0).ioThreads(0).build();
  }

  /**
   * Makes an array of fragments of the times 1, 2 and so on.
   *
   * @param apart whether each fragment has a range of keys of its own; else each has cells between
   *     all those of the others
   * @return what was written
   */
  private FileLog createSparse(boolean apart) {
    azulejo.create(
        ARRAY,
        ArraySchema.sparse()
            .capacity(CAPACITY)
            .dimension(
                Dimension.builder("k", Datatype.INT64)
                    .domain(Range.of(0, 1_000_000_000))
                    .extent(1_000_000)
                    .filters(ZSTD)
                    .build())
            .attribute(Attribute.builder("v", Datatype.INT64).filters(ZSTD).build())
            .build());
    storage.forget();
    for (int f = 0; f < FRAGMENTS; f++) {
      int fragment = f;
      long[] keys = new long[CELLS];
      Arrays.setAll(keys, i -> 7919L * (apart ? fragment * CELLS + i : i * FRAGMENTS + fragment));
      long[] values = new long[CELLS];
      Arrays.setAll(values, i -> fragment * CELLS + i);
      TestArrays.append(
          azulejo.array(ARRAY),
          f + 1,
          Batch.of(Column.of("k", Datatype.INT64, keys), Column.of("v", Datatype.INT64, values)));
    }
    return FileLog.of(storage);
  }

  private ConsolidationReport.Merge consolidate(Azulejo engine) {
    storage.forget();
    ConsolidationReport report = engine.maintenance(ARRAY).consolidate();
    assertThat(report.merges()).hasSize(1);
    return report.merges().get(0);
  }

  /** The files of the fragments of single times, without those of the metadata. */
  private static List<String> sources(List<String> files, int fragments) {
    List<String> names = new ArrayList<>();
    for (int time = 1; time <= fragments; time++) {
      for (String file : files) {
        names.add(time + "-" + time + "/" + file);
      }
    }
    return names;
  }

  /**
   * That fragments became one with no operation that is not needed: the schema is read by the one
   * who writes and by the one who reads, each footer and each of some sources in one go, each file
   * of the result is written front to back, and when all are durable one act commits them, and
   * another one says what is replaced.
   */
  private static void assertNothingElse(
      FileLog log, int fragments, List<String> read, List<String> created, long writes) {
    String result = "1-" + fragments;
    log.requireFilesWrittenOnce();
    assertThat(log.names(Act.CREATE))
        .containsExactlyElementsOf(created.stream().map(file -> result + "/" + file).toList());
    for (String file : read) {
      assertThat(log.acts(file)).as(file).containsExactly(Act.OPEN, Act.READ, Act.CLOSE);
    }
    for (String footer : sources(List.of(METADATA), fragments)) {
      assertThat(log.acts(footer)).as(footer).containsExactly(Act.OPEN, Act.READ, Act.CLOSE);
    }
    assertThat(log.names(Act.CREATE_EXCLUSIVE)).containsExactly(result + ".wrt", result + ".vac");
    long files = created.size();
    long opens = 2L + fragments + read.size();
    // Lists; each file that is read; each that is written, and the metadata is closed twice;
    // commits.
    assertThat(log.total())
        .isLessThanOrEqualTo((int) (2 + FOLDERS + 3 * opens + 3 * files + writes + 1 + 2));
  }

  @Test
  void sparseFragmentsBetweenEachOtherAreReadOnceAndWrittenOnce() {
    FileLog written = createSparse(false);

    assertThat(consolidate(azulejo).tilesCopied()).isZero();

    FileLog log = FileLog.of(storage);
    List<String> sources = sources(List.of("a0.tdb", "d0.tdb"), FRAGMENTS);
    long tiles = FRAGMENTS * CELLS / CAPACITY;
    assertNothingElse(
        log, FRAGMENTS, sources, List.of("a0.tdb", "d0.tdb", "t.tdb", METADATA), 3 * tiles + 1);
    for (String source : sources) {
      assertThat(log.requireEachByteOnce(Act.READ, source))
          .isEqualTo(written.requireEachByteOnce(Act.WRITE, source));
    }
  }

  @Test
  void tilesOfSparseFragmentsThatAreApartGoOnAsTheyAre() {
    FileLog written = createSparse(true);

    long tiles = FRAGMENTS * CELLS / CAPACITY;
    assertThat(consolidate(azulejo).tilesCopied()).isEqualTo(tiles);

    FileLog log = FileLog.of(storage);
    List<String> sources = sources(List.of("a0.tdb", "d0.tdb"), FRAGMENTS);
    assertNothingElse(
        log, FRAGMENTS, sources, List.of("a0.tdb", "d0.tdb", "t.tdb", METADATA), 3 * tiles + 1);
    for (String file : List.of("a0.tdb", "d0.tdb")) {
      long bytes = 0;
      for (String source : sources(List.of(file), FRAGMENTS)) {
        assertThat(log.requireEachByteOnce(Act.READ, source))
            .isEqualTo(written.requireEachByteOnce(Act.WRITE, source));
        bytes += log.requireEachByteOnce(Act.READ, source);
      }
      assertThat(log.requireEachByteOnce(Act.WRITE, "1-20/" + file)).isEqualTo(bytes);
    }
  }

  @Test
  void withLittleMemoryTilesAreReadAgainForEachSlabThatHasCellsOfThem() {
    FileLog written = createSparse(false);
    try (Azulejo small = engine(Azulejo.builder().memoryBudget(1 << 20))) {
      consolidate(small);
    }

    FileLog log = FileLog.of(storage);
    log.requireFilesWrittenOnce();
    long again = 0;
    for (String source : sources(List.of("a0.tdb", "d0.tdb"), FRAGMENTS)) {
      for (Operation tile : written.of(Act.WRITE, source)) {
        long times =
            log.of(Act.READ, source).stream()
                .filter(read -> read.position() < tile.position() + tile.length())
                .filter(read -> tile.position() < read.position() + read.length())
                .count();
        assertThat(times).isPositive();
        again += times - 1;
      }
    }
    assertThat(again).as("the tiles that were read again").isBetween(1L, 488L);
  }

  @Test
  void gatheringFootersListsTheArrayOnceAndReadsEachFragmentOnce() {
    createSparse(false);
    storage.forget();

    azulejo
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));

    FileLog log = FileLog.of(storage);
    for (String footer : sources(List.of(METADATA), FRAGMENTS)) {
      assertThat(log.acts(footer)).as(footer).startsWith(Act.OPEN, Act.READ, Act.CLOSE);
    }
    assertThat(log.counts()).containsEntry(Act.LIST, 2L + FOLDERS + FRAGMENTS);
    assertThat(log.names(Act.CREATE_EXCLUSIVE)).hasSize(1);
  }

  @Test
  void vacuumingReadsNoDataAndLooksAtEachFragmentOnce() {
    createSparse(false);
    consolidate(azulejo);
    storage.forget();

    azulejo.maintenance(ARRAY).vacuum();

    FileLog log = FileLog.of(storage);
    assertThat(log.names(Act.READ))
        .as("the lists, and the tables of the fragment that stays")
        .containsExactly("schema", "1-20.vac", "1-20/" + METADATA, "1-20.vac");
    assertThat(log.names(Act.DELETE)).containsExactlyElementsOf(deletions());
    assertThat(log.names(Act.DELETE_FOLDER)).hasSize(FRAGMENTS).doesNotHaveDuplicates();
    assertThat(log.names(Act.FIND)).containsExactly("1-20/" + METADATA, "1-20.vac");
    assertThat(log.counts()).containsEntry(Act.LIST, 4L + 2 * FOLDERS + FRAGMENTS);
  }

  /** Commits first, so that nobody looks for the rest; the list of what is replaced last. */
  private static List<String> deletions() {
    List<String> files = new ArrayList<>();
    for (int time = 1; time <= FRAGMENTS; time++) {
      files.add(time + "-" + time + ".wrt");
    }
    files.addAll(sources(List.of(METADATA), FRAGMENTS));
    files.add("1-" + FRAGMENTS + ".vac");
    return files;
  }

  /** Makes an array of 4 times 4 tiles. */
  private void createDense() {
    azulejo.create(
        ARRAY,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 199), 50))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 199), 50))
            .attribute(
                Attribute.builder("t", Datatype.FLOAT64)
                    .filters(Filter.byteShuffle(), ZSTD)
                    .build())
            .build());
    storage.forget();
  }

  /** Writes all cells of some rows. */
  private void writeRows(long time, int from, int last) {
    double[] values = new double[200 * (last - from + 1)];
    Arrays.setAll(values, i -> (time * 1000 + i) / 8.0);
    try (ArrayWriter out =
        azulejo
            .array(ARRAY)
            .writer(
                WriteRequest.DEFAULT.subarray(Subarray.of("y", from, last).and("x", 0, 199)),
                ChangeOptions.DEFAULT.at(time))) {
      out.append("t", values);
      out.commit();
    }
  }

  @Test
  void denseFragmentsBesideEachOtherAreReadOnceAndGoOnAsTheyAre() {
    createDense();
    for (int band = 0; band < 4; band++) {
      writeRows(band + 1, 50 * band, 50 * band + 49);
    }
    FileLog written = FileLog.of(storage);

    assertThat(consolidate(azulejo).tilesCopied()).isEqualTo(16);

    FileLog log = FileLog.of(storage);
    List<String> sources = sources(List.of("a0.tdb"), 4);
    assertNothingElse(log, 4, sources, List.of("a0.tdb", METADATA), 16 + 1);
    long bytes = 0;
    for (String source : sources) {
      assertThat(log.requireEachByteOnce(Act.READ, source))
          .isEqualTo(written.requireEachByteOnce(Act.WRITE, source));
      bytes += log.requireEachByteOnce(Act.READ, source);
    }
    assertThat(log.requireEachByteOnce(Act.WRITE, "1-4/a0.tdb")).isEqualTo(bytes);
  }

  @Test
  void ofDenseFragmentsOverEachOtherTilesThatAreHiddenAreNotRead() {
    createDense();
    writeRows(1, 0, 199);
    writeRows(2, 0, 99); // hides two bands of tiles
    writeRows(3, 75, 124); // parts of two bands
    FileLog written = FileLog.of(storage);

    consolidate(azulejo);

    FileLog log = FileLog.of(storage);
    // Metadata of the same size would be compared: a copy may belong to a fragment that is hidden.
    for (String footer : sources(List.of(METADATA), 3)) {
      assertThat(log.acts(footer)).containsExactly(Act.OPEN, Act.READ, Act.CLOSE, Act.FIND);
    }
    assertThat(log.names(Act.READ))
        .containsExactlyInAnyOrder(
            "schema",
            "1-1/a0.tdb",
            "2-2/a0.tdb",
            "3-3/a0.tdb",
            "1-1/" + METADATA,
            "2-2/" + METADATA,
            "3-3/" + METADATA,
            "schema");
    List<Operation> tiles = written.of(Act.WRITE, "1-1/a0.tdb");
    Operation firstSeen = tiles.get(8);
    Operation last = tiles.get(15);
    assertThat(log.of(Act.READ, "1-1/a0.tdb"))
        .singleElement()
        .satisfies(
            read -> {
              assertThat(read.position()).isEqualTo(firstSeen.position());
              assertThat(read.length())
                  .isEqualTo(last.position() + last.length() - firstSeen.position());
            });
    for (String whole : List.of("2-2/a0.tdb", "3-3/a0.tdb")) {
      assertThat(log.requireEachByteOnce(Act.READ, whole))
          .isEqualTo(written.requireEachByteOnce(Act.WRITE, whole));
    }
  }
}
