package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads a dense array by many ranges, several of which select cells of the same tile. */
class ManyRangesTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int SIZE = 90;

  private final Random random = new Random(20261127);

  private static Array array(Azulejo azulejo) {
    azulejo.create(
        ARRAY,
        TestSchemas.of("dense(y INT32 0..%s/20, x INT32 0..%s/30) a INT32", SIZE - 1, SIZE - 1));
    int[] values = new int[SIZE * SIZE];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    // The second fragment covers parts of some tiles.
    azulejo.array(ARRAY).write(Subarray.ALL, "a", values);
    int[] newer = new int[50 * 40];
    for (int i = 0; i < newer.length; i++) {
      newer[i] = -1 - i;
    }
    azulejo.array(ARRAY).write(Subarray.of("y", 15, 64).and("x", 25, 64), "a", newer);
    return azulejo.open(ARRAY);
  }

  private static int value(int y, int x) {
    boolean newer = y >= 15 && y <= 64 && x >= 25 && x <= 64;
    return newer ? -1 - ((y - 15) * 40 + x - 25) : y * SIZE + x;
  }

  /** Returns random ranges, some of which have a step; in any order, possibly with common cells. */
  private List<Range> ranges() {
    List<Range> ranges = new ArrayList<>();
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      int low = random.nextInt(SIZE);
      int high = Math.min(SIZE - 1, low + random.nextInt(random.nextBoolean() ? 1 : 9));
      ranges.add(
          random.nextInt(4) == 0
              ? new Range.Strided(low, high, 1 + random.nextInt(4))
              : Range.of(low, high));
    }
    return ranges;
  }

  private static List<Integer> coordinates(List<Range> ranges) {
    List<Integer> all = new ArrayList<>();
    for (Range range : ranges) {
      Range.Strided strided = Range.Strided.of(range);
      for (long at = strided.low(); at <= strided.high(); at += strided.step()) {
        all.add((int) at);
      }
    }
    return all;
  }

  @Test
  void returnsTheCellsOfEachCombinationOfRangesInOrder() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      Array array = array(azulejo);
      for (int round = 0; round < 150; round++) {
        List<Range> rows = ranges();
        List<Range> columns = ranges();
        if (round % 3 == 0) {
          columns.sort(Comparator.comparingLong(ManyRangesTest::lowest));
        }
        Subarray cells = Subarray.ALL.and("y", rows).and("x", columns);
        List<Integer> expected = new ArrayList<>();
        for (int y : coordinates(rows)) {
          for (int x : coordinates(columns)) {
            expected.add(value(y, x));
          }
        }
        assertThat(array.read().subarray(cells).ints("a").values())
            .as("rows %s, columns %s", rows, columns)
            .containsExactly(expected.toArray(Integer[]::new));
        List<Integer> negative = expected.stream().filter(value -> value < 0).toList();
        assertThat(
                TestArrays.rows(
                    array.read().subarray(cells).where("a < 0"),
                    (batch, row) -> (int) batch.column("a").getLong(row)))
            .containsExactlyElementsOf(negative);
      }
    }
  }

  private static long lowest(Range range) {
    return Range.Strided.of(range).low();
  }

  @Test
  void countsTilesWithoutRequestedCellsAsOutside() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      Array array = array(azulejo);
      for (int round = 0; round < 100; round++) {
        List<Range> rows = ranges();
        List<Range> columns = ranges();
        Set<List<Integer>> touched = new LinkedHashSet<>();
        for (int y : coordinates(rows)) {
          for (int x : coordinates(columns)) {
            touched.add(List.of(0, y / 20, x / 30));
            if (value(y, x) < 0) {
              touched.add(List.of(1, y / 20, x / 30));
            }
          }
        }
        Read read = array.read().subarray(Subarray.ALL.and("y", rows).and("x", columns));
        long tiles = array.fragments().stream().mapToLong(FragmentInfo::tiles).sum();
        ReadStats[] stats = new ReadStats[1];
        try (BatchReader in = read.layout(Layout.ROW_MAJOR).batches()) {
          while (in.next() != null) {}
          stats[0] = in.stats();
        }
        assertThat(stats[0].tilesOutside()).isEqualTo(tiles - touched.size());
        assertThat(read.plan().tiles().outside()).isEqualTo(tiles - touched.size());
      }
    }
  }

  @Test
  void decodesATileOnceForAllRanges() {
    try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
      Array array = array(azulejo);
      List<Range> rows = new ArrayList<>();
      for (int y = 0; y < 14; y += 2) {
        rows.add(Range.of(y, y));
      }
      Subarray cells = Subarray.ALL.and("y", rows).and("x", List.of(Range.of(0, 20)));
      Read read = array.read().subarray(cells);
      try (BatchReader in = read.batches()) {
        while (in.next() != null) {}
        assertThat(in.stats().tilesDecoded()).isEqualTo(1);
        assertThat(in.stats().bytesDecoded()).isLessThanOrEqualTo(20 * 30 * Integer.BYTES);
      }
    }
  }
}
