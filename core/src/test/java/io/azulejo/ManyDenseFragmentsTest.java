package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Points;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares reads of a dense array of many overlapping fragments with a plain grid of numbers. */
class ManyDenseFragmentsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int SIZE = 60;
  private static final int MISSING = -1;
  private static final int FRAGMENTS = 200;

  private final Random random = new Random(20261126);
  private final int[][] expected = new int[SIZE][SIZE];

  /** Writes boxes; only the last ones are large. */
  private void write(Azulejo azulejo) {
    for (int[] row : expected) {
      Arrays.fill(row, MISSING);
    }
    azulejo.create(
        ARRAY,
        TestSchemas.of("dense(y INT32 0..%s/7, x INT32 0..%s/5) a INT32", SIZE - 1, SIZE - 1));
    for (int number = 0; number < FRAGMENTS; number++) {
      int largest = number % 50 == 49 ? SIZE : 9;
      int height = 1 + random.nextInt(largest);
      int width = 1 + random.nextInt(largest);
      int y = random.nextInt(SIZE - height + 1);
      int x = random.nextInt(SIZE - width + 1);
      int[] values = new int[height * width];
      for (int i = 0; i < values.length; i++) {
        values[i] = number * 1000 + i % 1000;
        expected[y + i / width][x + i % width] = values[i];
      }
      TestArrays.write(
          azulejo.array(ARRAY),
          WriteRequest.DEFAULT.subarray(
              Subarray.of("y", y, y + height - 1L).and("x", x, x + width - 1L)),
          ChangeOptions.DEFAULT.at(1L + number),
          Batch.of(Column.ofInts("a", values)));
    }
  }

  @Test
  void readsTheNewestValueOfEachCell() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);
      for (int round = 0; round < 60; round++) {
        int y = random.nextInt(SIZE);
        int x = random.nextInt(SIZE);
        int untilY = y + random.nextInt(SIZE - y);
        int untilX = x + random.nextInt(SIZE - x);
        Read box = array.read().range("y", y, untilY).range("x", x, untilX);
        int[] values =
            IntStream.rangeClosed(y, untilY)
                .flatMap(row -> Arrays.stream(expected[row], x, untilX + 1))
                .toArray();

        assertThat(
                Arrays.stream(box.ints("a").values())
                    .map(value -> value == Integer.MIN_VALUE ? MISSING : value))
            .containsExactly(Arrays.stream(values).boxed().toArray(Integer[]::new));
        long wanted = Arrays.stream(values).filter(value -> value >= 100_000).count();
        assertThat(TestArrays.count(box.where("a >= 100000").layout(Layout.UNORDERED)))
            .isEqualTo(wanted);
      }
    }
  }

  @Test
  void answersPointsAndAggregates() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);
      int[] ys = random.ints(300, 0, SIZE).toArray();
      int[] xs = random.ints(300, 0, SIZE).toArray();
      Points points =
          Points.of("y", Arrays.stream(ys).asLongStream().toArray())
              .and("x", Arrays.stream(xs).asLongStream().toArray());
      List<int[]> rows =
          TestArrays.rows(
              array.read().points(points).select("y", "x", "a"),
              (batch, row) ->
                  IntStream.range(0, 3).map(c -> (int) batch.column(c).getLong(row)).toArray());
      assertThat(rows).hasSizeBetween(250, ys.length);
      for (int[] row : rows) {
        assertThat(row[2] == Integer.MIN_VALUE ? MISSING : row[2])
            .isEqualTo(expected[row[0]][row[1]]);
      }
      Batch sums = array.read().where("a >= 0").aggregate("count(), sum(a), max(a)");
      int[] written =
          Arrays.stream(expected).flatMapToInt(Arrays::stream).filter(v -> v != MISSING).toArray();
      assertThat(sums.column(0).getLong(0)).isEqualTo(written.length);
      assertThat(sums.column(1).getLong(0)).isEqualTo(Arrays.stream(written).asLongStream().sum());
      assertThat(sums.column(2).getLong(0)).isEqualTo(Arrays.stream(written).max().orElseThrow());
    }
  }

  @Test
  void countsEachTileOnce() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);
      long tiles = array.fragments().stream().mapToLong(FragmentInfo::tiles).sum();
      try (BatchReader in = array.read().range("y", 10, 29).where("a >= 30000").batches()) {
        while (in.next() != null) {}
        ReadStats stats = in.stats();
        assertThat(stats.tiles()).isEqualTo(tiles);
        assertThat(
                stats.tilesOutside()
                    + stats.tilesPruned()
                    + stats.tilesMatching()
                    + stats.tilesTested())
            .isBetween(tiles / 2, tiles);
      }
    }
  }
}
