package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The waves of requests that sparse reads send to a store: how many requests are pending at once,
 * and how often a read waits for the answers.
 */
class ReadWavesTest {
  private static final Location ARRAY = Location.of("mem://matrix");
  private static final int FRAGMENTS = 8;
  private static final int ROWS = 100;
  private static final int WIDTH = 200;

  private final Storage inner = Storage.inMemory();

  /** Writes fragments of consecutive rows, in tiles of 10 rows. */
  private void write() {
    try (Azulejo azulejo = TestArrays.engine(inner)) {
      azulejo.create(
          ARRAY,
          TestSchemas.of(
              "sparse(y INT64 0..799/100, x INT64 0..199/200) v INT64 zstd3;" + " capacity 2000"));
      for (int f = 0; f < FRAGMENTS; f++) {
        long first = (long) f * ROWS;
        TestArrays.append(
            azulejo.array(ARRAY),
            f + 1,
            Batch.of(
                Column.of("y", Datatype.INT64, cells().map(i -> first + i / WIDTH).toArray()),
                Column.of("x", Datatype.INT64, cells().map(i -> i % WIDTH).toArray()),
                Column.of("v", Datatype.INT64, cells().map(i -> first * WIDTH + i).toArray())));
      }
    }
  }

  private static LongStream cells() {
    return LongStream.range(0, (long) ROWS * WIDTH);
  }

  /** Every 7th row. */
  private static ReadRequest someRows() {
    List<Range> rows =
        IntStream.iterate(3, row -> row < FRAGMENTS * ROWS, row -> row + 7)
            .mapToObj(row -> Range.of(row, row))
            .toList();
    return ReadRequest.ALL.subarray(Subarray.ALL.and("y", rows)).layout(Layout.UNORDERED);
  }

  /**
   * Reads values of an opened array through a store that answers the requests of a wave only when
   * all of them have arrived.
   *
   * @param waves the number of requests in each wave
   */
  private long sum(ReadRequest request, Integer... waves) {
    Waves storage = new Waves(inner);
    long sum = 0;
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", storage).memoryBudget(16 << 20).tileCache(0).build()) {
      Array array = azulejo.open(ARRAY);
      // Loads the tables of all fragments.
      array.read(request).plan();
      storage.expect(waves);
      try (BatchReader in = array.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            sum += batch.column("v").getLong(row);
          }
        }
      }
    }
    assertThat(storage.waves).as("sizes of waves").containsExactly(waves);
    return sum;
  }

  private static long sumOfRows(int step, int first, long minX) {
    return LongStream.range(0, (long) FRAGMENTS * ROWS * WIDTH)
        .filter(v -> v / WIDTH % step == first && v % WIDTH >= minX)
        .sum();
  }

  @Test
  void requestsTheCoordinatesOfAllTilesInOneWaveAndTheOtherFieldsInAnother() {
    write();
    // The tiles of a fragment are neighbors, so that each field takes one request. All tiles
    // together are larger than a batch: 16 MiB / 4.
    assertThat(sum(someRows(), FRAGMENTS, 2 * FRAGMENTS)).isEqualTo(sumOfRows(7, 3, 0));
  }

  @Test
  void requestsFieldsOfConditionsInAWaveBeforeTheOtherFields() {
    write();
    ReadRequest request = someRows().where(Condition.field("x").greaterThanOrEqualTo(150));
    assertThat(sum(request, FRAGMENTS, FRAGMENTS, FRAGMENTS)).isEqualTo(sumOfRows(7, 3, 150));
  }

  /** A store that counts waves of requests. */
  private static final class Waves extends ForwardingStorage {
    private static final long TIMEOUT_SECONDS = 60;

    private final List<Integer> waves = new ArrayList<>();
    private List<Integer> expected = List.of();
    private int arrived;

    Waves(Storage inner) {
      super(inner);
    }

    synchronized void expect(Integer... sizes) {
      expected = List.of(sizes);
    }

    @Override
    public StorageTraits traits() {
      return StorageTraits.OBJECTS;
    }

    /** Waits until all requests of the current wave have arrived. */
    private synchronized void arrive() {
      if (expected.isEmpty()) {
        return;
      }
      assertThat(waves.size()).as("index of the wave").isLessThan(expected.size());
      int wave = waves.size();
      if (++arrived == expected.get(wave)) {
        waves.add(arrived);
        arrived = 0;
        notifyAll();
      }
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
      while (waves.size() == wave) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        assertThat(left).as("%d requests of wave %d wait", arrived, wave).isPositive();
        try {
          wait(left);
        } catch (InterruptedException e) {
          throw new AssertionError("a request was interrupted", e);
        }
      }
    }

    @Override
    public InputFile open(Location file) {
      InputFile opened = inner().open(file);
      return new InputFile() {
        @Override
        public Location location() {
          return opened.location();
        }

        @Override
        public long size() {
          return opened.size();
        }

        @Override
        public void read(long position, byte[] target, int offset, int length) {
          arrive();
          opened.read(position, target, offset, length);
        }

        @Override
        public void read(List<Piece> pieces) {
          arrive();
          opened.read(pieces);
        }

        @Override
        public void close() {
          opened.close();
        }
      };
    }
  }
}
