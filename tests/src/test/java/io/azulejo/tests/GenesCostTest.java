package io.azulejo.tests;

import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What reads of an array with dimensions of text ask of the store, and how much they decode. */
class GenesCostTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int TILES = 3;

  /** The bytes of a chunk of a field: the numbers of half of a tile's cells. */
  private static final long CHUNK = 1 << 16;

  /** The bytes of the contigs of a tile, and of its samples; texts in runs are one chunk. */
  private static final long CONTIG = 4L * GenesCells.OF_STRETCH;

  private static final long SAMPLE = 5L * GenesCells.OF_STRETCH;

  /**
   * The bytes of the chunks of all attributes that hold some cells of one contig: of offsets a
   * quarter of those of the tile, of numbers a half, of letters and validity all.
   */
  private static final long ATTRIBUTES =
      2 * CHUNK // offsets
          + GenesCells.OF_STRETCH // ref
          + GenesCells.OF_STRETCH * 3L / 2 // alt
          + 2 * CHUNK // qual and dp
          + GenesCells.OF_STRETCH; // the validity of qual

  /** The bytes of all fields of a tile. */
  private static final long WHOLE_TILE = CONTIG + SAMPLE + ATTRIBUTES + 2 * CHUNK + 8 * CHUNK;

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());

  @AutoClose private final Azulejo azulejo = engine(storage);

  private final FileLog written;
  private final Array array;
  private FileLog log; // of the last read

  /** Writes one tile for each contig. */
  GenesCostTest() {
    azulejo.create(ARRAY, GenesCells.schema(GenesCells.OF_STRETCH));
    storage.forget();
    azulejo.array(ARRAY).append(GenesCells.batch(TILES * GenesCells.OF_STRETCH));
    written = FileLog.of(storage);
    array = azulejo.open(ARRAY);
    storage.forget();
  }

  /** Reads all cells, and asks for the files of the fragment alone. */
  private ReadStats read(ReadRequest request) {
    ReadStats stats;
    try (BatchReader in = array.read(request.layout(Layout.UNORDERED)).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        assertThat(batch.rows()).isPositive();
      }
      stats = in.stats();
    }
    log = FileLog.of(storage);
    assertThat(log.counts().keySet()).containsExactlyInAnyOrder(Act.OPEN, Act.READ, Act.CLOSE);
    assertThat(log.counts().values()).containsOnly(stats.ranges());
    assertThat(stats.opens()).isEqualTo(stats.ranges());
    assertThat(stats.storedBytes()).isEqualTo(stats.bytesRead()).isEqualTo(storage.bytesRead());
    return stats;
  }

  /** That some tiles, which lie one after another, were read of each of some files by one read. */
  private void assertReadInOne(List<String> files, int firstTile, int tiles) {
    assertThat(log.names(Act.READ).stream().map(GenesCostTest::file))
        .containsExactlyInAnyOrderElementsOf(files);
    int compared = 0;
    for (String name : written.names(Act.CREATE)) {
      if (files.contains(file(name))) {
        compared++;
        List<Operation> stored = written.of(Act.WRITE, name);
        Operation first = stored.get(firstTile);
        Operation last = stored.get(firstTile + tiles - 1);
        Operation read = log.of(Act.READ, name).get(0);
        assertThat(read.position()).as(name).isEqualTo(first.position());
        assertThat(read.position() + read.length())
            .as(name)
            .isEqualTo(last.position() + last.length());
      }
    }
    assertThat(compared).isEqualTo(files.size());
  }

  private static String file(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** The files whose bytes are needed to make cells; offsets of texts in runs lie in the runs. */
  private static List<String> dataFiles() {
    return GenesCells.FILES.stream()
        .filter(file -> !file.equals("d0.tdb") && !file.equals("d2.tdb"))
        .toList();
  }

  @Test
  void aRegionReadsItsTileAloneAndDecodesTheChunksOfItsCells() {
    long low = GenesCells.STRETCH + 2000L * GenesCells.STEP;

    ReadStats stats =
        read(
            ReadRequest.ALL.subarray(
                Subarray.of("contig", "chr2", "chr2")
                    .and("pos", low, low + 100 * GenesCells.STEP - 1)));

    assertReadInOne(dataFiles(), 1, 1);
    assertThat(stats.cellsDelivered()).isEqualTo(100);
    assertThat(stats.tiles()).isEqualTo(TILES);
    assertThat(stats.tilesOutside()).isEqualTo(TILES - 1);
    assertThat(stats.tilesDecoded()).isEqualTo(1);
    assertThat(stats.cellsDecoded()).isEqualTo(GenesCells.OF_STRETCH);
    assertThat(stats.bytesDecoded()).isEqualTo(CONTIG + CHUNK + SAMPLE + ATTRIBUTES);
    assertThat(stats.bytesDecoded()).isLessThan(WHOLE_TILE * 3 / 5);
  }

  @Test
  void cellsOfASampleDecodeTheChunksOfThemOnceTheSamplesAre() {
    ReadRequest request = ReadRequest.ALL.subarray(Subarray.of("sample", "S1007", "S1007"));

    ReadStats stats = read(request);

    assertReadInOne(dataFiles(), 0, TILES);
    assertThat(stats.cellsDelivered()).isEqualTo(13);
    assertThat(stats.tilesOutside()).isZero();
    assertThat(stats.tilesDecoded()).isEqualTo(TILES);
    assertThat(stats.cellsDecoded()).isEqualTo(TILES * GenesCells.OF_STRETCH);
    assertThat(stats.bytesDecoded()).isEqualTo(TILES * (CONTIG + CHUNK + SAMPLE + ATTRIBUTES));
  }

  @Test
  void aConditionOnTheSampleCostsNoMoreThanARangeOfIt() {
    ReadStats stats = read(ReadRequest.ALL.where(Condition.field("sample").equalTo("S1007")));

    assertReadInOne(dataFiles(), 0, TILES);
    assertThat(stats.cellsDelivered()).isEqualTo(13);
    assertThat(stats.tilesTested()).isEqualTo(TILES);
    assertThat(stats.bytesDecoded()).isEqualTo(TILES * (CONTIG + CHUNK + SAMPLE + ATTRIBUTES));
  }

  @Test
  void aSampleThatIsNowhereReadsTheSamplesAlone() {
    ReadStats stats = read(ReadRequest.ALL.subarray(Subarray.of("sample", "S1007x", "S1007x")));

    assertReadInOne(List.of("d2_var.tdb"), 0, TILES);
    assertThat(stats.cellsDelivered()).isZero();
    assertThat(stats.bytesDecoded()).isEqualTo(TILES * SAMPLE);
  }

  @Test
  void fieldsThatAreNotSelectedAreNeitherReadNorDecoded() {
    ReadStats stats =
        read(ReadRequest.ALL.subarray(Subarray.of("sample", "S1007", "S1007")).select("dp"));

    assertReadInOne(List.of("a3.tdb", "d2_var.tdb"), 0, TILES);
    assertThat(stats.bytesDecoded()).isEqualTo(TILES * (SAMPLE + CHUNK));
  }

  @Test
  void aReadOfAllDecodesEachByteOnce() {
    ReadStats stats = read(ReadRequest.ALL);

    assertReadInOne(dataFiles(), 0, TILES);
    assertThat(stats.cellsDelivered()).isEqualTo(TILES * GenesCells.OF_STRETCH);
    assertThat(stats.bytesDecoded()).isEqualTo(TILES * WHOLE_TILE);
  }
}
