package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * Random dense arrays of some fragments, read with random conditions, ranges, orders and limits,
 * with much memory and with little, against a model that knows every cell. Another seed: {@code
 * -Dazulejo.seed=N}.
 */
class DenseConditionsTest {
  private static final int ARRAYS = TestLayer.cases(60, 12);
  private static final int READS = 40;
  private static final int LENGTH = 24;
  private static final int SMALL = 16 << 10;
  private static final long FILL = Long.MIN_VALUE;
  private static final List<String> FIELDS = List.of("y", "x", "v", "w");
  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER);

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);
  private final Random random = new Random(seed);
  private final Storage storage = Storage.inMemory();

  /** What was written last of each cell, in row-major order; null where nothing was. */
  private final long[][] written = new long[LENGTH * LENGTH][];

  private long[] extents;

  /** A condition, and what it means. */
  private record Tested(Condition condition, Predicate<long[]> test) {}

  private Location write(int number) {
    Location array = Location.of("mem://array" + number);
    extents = new long[] {1 + random.nextInt(8), 1 + random.nextInt(8)};
    Arrays.fill(written, null);
    DenseLongs files =
        DenseLongs.create(
            storage,
            array,
            List.of("y", "x"),
            new long[] {LENGTH - 1, LENGTH - 1},
            extents,
            List.of("v", "w"));
    int fragments = 1 + random.nextInt(4);
    for (int time = 1; time <= fragments; time++) {
      long[] low = {random.nextInt(LENGTH), random.nextInt(LENGTH)};
      long[] high = {
        low[0] + random.nextInt(LENGTH - (int) low[0]),
        low[1] + random.nextInt(LENGTH - (int) low[1])
      };
      long shift = random.nextInt(10);
      long scale = 1 + random.nextInt(6);
      ToLongFunction<long[]> v = at -> (at[0] / scale + shift) % 10;
      ToLongFunction<long[]> w = at -> (at[0] * 7 + at[1] * 3 + shift) % 10;
      files.fragment(time, low, high, List.of(v, w));
      for (long y = low[0]; y <= high[0]; y++) {
        for (long x = low[1]; x <= high[1]; x++) {
          long[] at = {y, x};
          written[(int) (y * LENGTH + x)] = new long[] {v.applyAsLong(at), w.applyAsLong(at)};
        }
      }
    }
    return array;
  }

  private Tested condition(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return comparison();
    }
    Tested a = condition(depth - 1);
    Tested b = condition(depth - 1);
    return switch (random.nextInt(3)) {
      case 0 -> new Tested(a.condition.and(b.condition), a.test.and(b.test));
      case 1 -> new Tested(a.condition.or(b.condition), a.test.or(b.test));
      default -> new Tested(a.condition.negate(), a.test.negate());
    };
  }

  private Tested comparison() {
    int index = random.nextInt(FIELDS.size());
    Condition.Field field = Condition.field(FIELDS.get(index));
    long value = random.nextInt(index < 2 ? LENGTH : 10);
    long other = random.nextInt(index < 2 ? LENGTH : 10);
    return switch (random.nextInt(6)) {
      case 0 -> new Tested(field.lessThan(value), cell -> cell[index] < value);
      case 1 -> new Tested(field.greaterThanOrEqualTo(value), cell -> cell[index] >= value);
      case 2 -> new Tested(field.equalTo(value), cell -> cell[index] == value);
      case 3 -> new Tested(field.notEqualTo(value), cell -> cell[index] != value);
      case 4 ->
          new Tested(field.in(value, other), cell -> cell[index] == value || cell[index] == other);
      default ->
          new Tested(
              field.between(value, other), cell -> cell[index] >= value && cell[index] <= other);
    };
  }

  private List<List<Long>> expected(
      long[][] ranges, Layout layout, Tested condition, boolean onlyMatching, long limit) {
    List<long[]> cells = new ArrayList<>();
    for (long y = ranges[0][0]; y <= ranges[0][1]; y++) {
      for (long x = ranges[1][0]; x <= ranges[1][1]; x++) {
        long[] known = written[(int) (y * LENGTH + x)];
        long[] cell =
            known == null ? new long[] {y, x, FILL, FILL} : new long[] {y, x, known[0], known[1]};
        boolean wanted = condition == null || (known != null && condition.test.test(cell));
        if (wanted || !onlyMatching) {
          cells.add(wanted ? cell : new long[] {y, x, FILL, FILL});
        }
      }
    }
    Comparator<long[]> order = Comparator.comparingLong(cell -> 0);
    if (layout == Layout.GLOBAL_ORDER) {
      order =
          order
              .thenComparingLong(cell -> cell[0] / extents[0])
              .thenComparingLong(cell -> cell[1] / extents[1]);
    }
    int first = layout == Layout.COL_MAJOR ? 1 : 0;
    cells.sort(
        order.thenComparingLong(cell -> cell[first]).thenComparingLong(cell -> cell[1 - first]));
    return cells.stream()
        .limit(limit)
        .map(cell -> List.of(cell[0], cell[1], cell[2], cell[3]))
        .toList();
  }

  private static List<List<Long>> read(Array array, ReadRequest request) {
    return TestArrays.numbers(array.read(request));
  }

  @Test
  void randomConditionsGiveTheCellsThatTheModelHas() {
    System.out.println("dense conditions: -Dazulejo.seed=" + seed);
    int somethingLeftOut = 0;
    try (Azulejo large = Azulejo.builder().storage("mem", storage).computeThreads(1).build();
        Azulejo small =
            Azulejo.builder()
                .storage("mem", storage)
                .memoryBudget(SMALL)
                .computeThreads(0)
                .ioThreads(0)
                .build()) {
      for (int number = 0; number < ARRAYS; number++) {
        Location location = write(number);
        List<Array> arrays = List.of(large.open(location), small.open(location));
        for (int turn = 0; turn < READS; turn++) {
          long[][] ranges = {range(), range()};
          Layout layout = LAYOUTS.get(turn % LAYOUTS.size());
          Tested condition = random.nextInt(8) == 0 ? null : condition(2);
          boolean onlyMatching = random.nextBoolean();
          long limit = random.nextInt(3) == 0 ? random.nextInt(50) : Long.MAX_VALUE;
          ReadRequest request =
              ReadRequest.ALL
                  .subarray(
                      Subarray.of("y", ranges[0][0], ranges[0][1])
                          .and("x", ranges[1][0], ranges[1][1]))
                  .layout(layout)
                  .cells(onlyMatching ? ReadRequest.Cells.MATCHING : ReadRequest.Cells.GRID)
                  .limit(limit);
          if (condition != null) {
            request = request.where(condition.condition);
          }
          List<List<Long>> rows = expected(ranges, layout, condition, onlyMatching, limit);
          String what =
              "array %d, read %d: %s, only matching: %b, limit %d, where %s"
                  .formatted(
                      number,
                      turn,
                      layout,
                      onlyMatching,
                      limit,
                      condition == null ? "nothing" : condition.condition);

          assertThat(read(arrays.get(0), request)).as(what).isEqualTo(rows);
          assertThat(read(arrays.get(1), request)).as(what + ", small").isEqualTo(rows);
          assertThat(read(arrays.get(turn % 2), request.select("w")))
              .as(what + ", one attribute alone")
              .isEqualTo(rows.stream().map(row -> row.subList(3, 4)).toList());
          somethingLeftOut += onlyMatching && condition != null && !rows.isEmpty() ? 1 : 0;
        }
      }
    }
    assertThat(somethingLeftOut).as("reads of matching cells").isGreaterThan(ARRAYS * READS / 8);
  }

  private long[] range() {
    int low = random.nextInt(LENGTH);
    return random.nextInt(3) == 0
        ? new long[] {0, LENGTH - 1}
        : new long[] {low, low + random.nextInt(LENGTH - low)};
  }
}
