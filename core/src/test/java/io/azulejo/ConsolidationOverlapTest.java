package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What consolidation reads while it writes: of arrays of eight tiles, two of which go together. */
class ConsolidationOverlapTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int TILE = 1 << 14;
  private static final int TILES = 8;

  /** Holds the first bytes of a merged attribute back until those after them are being read. */
  private static final class OrderedStorage extends ForwardingStorage {
    private final CountDownLatch secondFetch = new CountDownLatch(2);
    private volatile boolean merging;
    private volatile boolean inTime = true;

    OrderedStorage() {
      super(Storage.inMemory());
    }

    @Override
    public InputFile open(Location file) {
      if (merging && file.name().equals("a0.tdb")) {
        secondFetch.countDown();
      }
      return super.open(file);
    }

    @Override
    public OutputFile create(Location file) {
      if (merging && file.name().equals("a0.tdb")) {
        try {
          inTime = secondFetch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return super.create(file);
    }
  }

  private final OrderedStorage storage = new OrderedStorage();

  /** An engine that takes two tiles of so many bytes in one step. */
  private Azulejo engine(int tileBytes) {
    return Azulejo.builder()
        .storage("mem", storage)
        .computeThreads(1)
        .memoryBudget(8L * 2 * tileBytes)
        .build();
  }

  private void consolidate(Azulejo azulejo) {
    storage.merging = true;
    azulejo.maintenance(ARRAY).consolidate();
    storage.merging = false;
    assertThat(storage.inTime).as("fetched while the first step had yet to be written").isTrue();
    assertThat(azulejo.open(ARRAY).fragments()).hasSize(1);
  }

  @Test
  void tilesOfADenseArrayAreFetchedWhileThoseBeforeAreWritten() {
    try (Azulejo azulejo = engine(TILE * Long.BYTES)) {
      azulejo.create(
          ARRAY, TestSchemas.of("dense(x INT32 0..%s/%s) v INT64", TILE * TILES - 1, TILE));
      azulejo.array(ARRAY).write(Subarray.ALL, "v", new long[TILE * TILES]);
      azulejo.array(ARRAY).write(Subarray.ALL, "v", LongStream.range(0, TILE * TILES).toArray());

      consolidate(azulejo);

      assertThat(azulejo.open(ARRAY).read().longs("v").values())
          .isEqualTo(LongStream.range(0, TILE * TILES).toArray());
    }
  }

  @Test
  void sparseTilesThatAreCopiedAreFetchedWhileThoseBeforeAreWritten() {
    try (Azulejo azulejo = engine(2 * TILE * Long.BYTES)) {
      azulejo.create(
          ARRAY,
          TestSchemas.of(
              "sparse(x INT64 0..%s/%s) v INT64; capacity %s", TILE * TILES - 1, TILE, TILE));
      for (int half = 0; half < 2; half++) {
        long[] cells =
            LongStream.range(half * TILES / 2 * TILE, (half + 1) * TILES / 2 * TILE).toArray();
        azulejo
            .array(ARRAY)
            .append(
                Batch.of(
                    Column.of("x", Datatype.INT64, cells), Column.of("v", Datatype.INT64, cells)));
      }

      consolidate(azulejo);

      try (BatchReader in = azulejo.open(ARRAY).read(ReadRequest.ALL).batches()) {
        long cell = 0;
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            assertThat(batch.column("v").getLong(row)).isEqualTo(cell++);
          }
        }
        assertThat(cell).isEqualTo((long) TILE * TILES);
      }
    }
  }
}
