package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.format.SparseArrayFiles;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random sparse arrays, with and without duplicates, of fragments with and without times, with
 * deletions, read at random times in random ways: as a list of all cells ever written has it.
 * Another seed: {@code -Dazulejo.seed=N}.
 */
class SparseModelTest {
  private static final int ARRAYS = TestLayer.cases(150, 30);
  private static final int READS = 12;
  private static final int LAST_TIME = 30;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  /**
   * A cell.
   *
   * @param values its coordinates, then its attributes
   * @param time when it was written
   * @param fragment the fragment that has it; greater is newer where times are equal
   */
  private record Cell(long[] values, long time, int fragment) {}

  /** A deletion, and which cells it leaves. */
  private record Deletion(long time, Predicate<long[]> left) {}

  /** A condition, and what it says of the values of a cell. */
  private record Tested(Condition condition, Predicate<long[]> test) {}

  /** An array, and all that was ever written. */
  private static final class Model {
    private final Random random;
    private final SparseArrayFiles files;
    private final int dimensions;
    private final boolean duplicates;
    private final int domain;
    private final List<Cell> cells = new ArrayList<>();
    private final List<Deletion> deletions = new ArrayList<>();

    Model(Random random, Storage storage, Location location) {
      this.random = random;
      dimensions = 1 + random.nextInt(2);
      duplicates = random.nextBoolean();
      domain = dimensions == 1 ? 60 : 9;
      files =
          SparseArrayFiles.create(
              storage,
              location,
              duplicates,
              1 + random.nextInt(7),
              names().subList(0, dimensions),
              names().subList(dimensions, names().size()));
      int fragments = 1 + random.nextInt(5);
      for (int f = 0; f < fragments; f++) {
        write(f, fragments);
      }
      for (int d = random.nextInt(4); d > 0; d--) {
        delete();
      }
    }

    List<String> names() {
      return IntStream.range(0, dimensions + 2)
          .mapToObj(i -> i < dimensions ? "d" + i : i == dimensions ? "v" : "w")
          .toList();
    }

    private void write(int fragment, int fragments) {
      int first = 1 + fragment * LAST_TIME / fragments;
      boolean ofTheirOwn = random.nextInt(3) == 0;
      int last = ofTheirOwn ? Math.min(LAST_TIME, first + random.nextInt(12)) : first;
      int low = random.nextInt(domain);
      int span = 1 + random.nextInt(domain - low);
      Set<List<Long>> places = new HashSet<>();
      List<Cell> written = new ArrayList<>();
      for (int i = 1 + random.nextInt(60); i > 0; i--) {
        long[] values = new long[dimensions + 2];
        List<Long> place = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
          values[d] = low + random.nextInt(span);
          place.add(values[d]);
        }
        long time = first + random.nextInt(last - first + 1);
        if (ofTheirOwn) {
          place.add(time);
        }
        values[dimensions] = random.nextInt(10);
        values[dimensions + 1] = random.nextInt(1000);
        if (duplicates || places.add(place)) {
          written.add(new Cell(values, time, fragment));
        }
      }
      written.sort(order(Layout.ROW_MAJOR));
      cells.addAll(written);
      long[][] columns = new long[dimensions + 2][];
      for (int c = 0; c < columns.length; c++) {
        int column = c;
        columns[c] = written.stream().mapToLong(cell -> cell.values[column]).toArray();
      }
      long[] times = written.stream().mapToLong(Cell::time).toArray();
      files.fragment(first, last, ofTheirOwn ? times : null, columns);
    }

    private void delete() {
      long time = 1 + random.nextInt(LAST_TIME);
      int column = dimensions + random.nextInt(2);
      long bound = random.nextInt(column == dimensions ? 10 : 1000);
      boolean below = random.nextBoolean();
      ConditionNode left =
          SparseArrayFiles.comparison(
              names().get(column), below ? Operator.GE : Operator.NE, bound);
      files.delete(time, left);
      deletions.add(
          new Deletion(time, values -> below ? values[column] >= bound : values[column] != bound));
    }

    Comparator<Cell> order(Layout layout) {
      Comparator<Cell> order = (a, b) -> 0;
      for (int i = 0; i < dimensions; i++) {
        int d = layout == Layout.COL_MAJOR ? dimensions - 1 - i : i;
        order = order.thenComparingLong(cell -> cell.values[d]);
      }
      return order;
    }

    Tested condition(int depth) {
      if (depth > 0 && random.nextInt(3) > 0) {
        Tested a = condition(depth - 1);
        Tested b = condition(depth - 1);
        return random.nextBoolean()
            ? new Tested(a.condition.and(b.condition), a.test.and(b.test))
            : new Tested(a.condition.or(b.condition), a.test.or(b.test));
      }
      int column = random.nextInt(dimensions + 2);
      long bound = random.nextInt(column < dimensions ? domain : column == dimensions ? 10 : 1000);
      Condition.Field field = Condition.field(names().get(column));
      return switch (random.nextInt(4)) {
        case 0 -> new Tested(field.equalTo(bound), values -> values[column] == bound);
        case 1 -> new Tested(field.lessThan(bound), values -> values[column] < bound);
        case 2 -> new Tested(field.greaterThanOrEqualTo(bound), values -> values[column] >= bound);
        default -> new Tested(field.notIn(bound, 3), v -> v[column] != bound && v[column] != 3);
      };
    }

    /** The cells that a read has, in order. */
    List<Cell> read(TimeRange times, long[][] ranges, Predicate<long[]> test, Layout layout) {
      Map<List<Long>, Cell> newest = new HashMap<>();
      List<Cell> seen = new ArrayList<>();
      for (Cell cell : cells) {
        if (!times.contains(cell.time) || !isWithin(cell, ranges)) {
          continue;
        }
        if (duplicates) {
          seen.add(cell);
        } else {
          newest.merge(
              Arrays.stream(cell.values, 0, dimensions).boxed().toList(),
              cell,
              (a, b) -> b.time > a.time || (b.time == a.time && b.fragment > a.fragment) ? b : a);
        }
      }
      seen.addAll(newest.values());
      seen.removeIf(cell -> isDeleted(cell, times) || !test.test(cell.values));
      seen.sort(order(layout));
      return seen;
    }

    private static boolean isWithin(Cell cell, long[][] ranges) {
      for (int d = 0; d < ranges.length; d++) {
        if (ranges[d] != null && (cell.values[d] < ranges[d][0] || cell.values[d] > ranges[d][1])) {
          return false;
        }
      }
      return true;
    }

    private boolean isDeleted(Cell cell, TimeRange times) {
      return deletions.stream()
          .anyMatch(
              deletion ->
                  times.contains(deletion.time)
                      && deletion.time >= cell.time
                      && !deletion.left.test(cell.values));
    }
  }

  @Test
  void readsWhatAListOfAllCellsSays() {
    System.out.println("sparse model: -Dazulejo.seed=" + seed);
    int found = 0;
    for (int i = 0; i < ARRAYS; i++) {
      Random random = new Random(seed + i);
      Storage storage = Storage.inMemory();
      Location location = Location.of("mem://array");
      Model model = new Model(random, storage, location);
      int budget = 4096 << random.nextInt(8);
      try (Azulejo azulejo =
          Azulejo.builder()
              .storage("mem", storage)
              .computeThreads(0)
              .ioThreads(0)
              .memoryBudget(budget)
              .build()) {
        for (int read = 0; read < READS; read++) {
          found += check(model, azulejo, location, "seed %d, read %d".formatted(seed + i, read));
        }
      }
    }
    assertThat(found).as("cells in all answers").isGreaterThan(TestLayer.cases(10_000, 2_000));
  }

  private static int check(Model model, Azulejo azulejo, Location location, String what) {
    Random random = model.random;
    TimeRange times =
        switch (random.nextInt(3)) {
          case 0 -> new TimeRange(0, -1);
          case 1 -> new TimeRange(0, random.nextInt(LAST_TIME + 2));
          default -> new TimeRange(random.nextInt(12), 12 + random.nextInt(LAST_TIME));
        };
    Subarray part = Subarray.ALL;
    long[][] ranges = new long[model.dimensions][];
    for (int d = 0; d < model.dimensions; d++) {
      if (random.nextBoolean()) {
        long low = random.nextInt(model.domain);
        ranges[d] = new long[] {low, low + random.nextInt(model.domain)};
        part = part.and("d" + d, ranges[d][0], ranges[d][1]);
      }
    }
    Layout layout =
        List.of(Layout.UNORDERED, Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER)
            .get(random.nextInt(4));
    ReadRequest request = ReadRequest.ALL.subarray(part).layout(layout).select(model.names());
    Predicate<long[]> test = values -> true;
    if (random.nextInt(3) > 0) {
      Tested condition = model.condition(2);
      request = request.where(condition.condition);
      test = condition.test;
    }
    long limit = random.nextInt(3) == 0 ? random.nextInt(40) : Long.MAX_VALUE;
    request = request.limit(limit);
    List<Cell> expected = model.read(times, ranges, test, layout);

    Array array = azulejo.open(location, OpenOptions.DEFAULT.at(times));
    List<List<Long>> rows = read(array, request);

    String read = "%s: %s at %s limit %d".formatted(what, layout, times, limit);
    List<List<Long>> all =
        expected.stream().map(cell -> Arrays.stream(cell.values).boxed().toList()).toList();
    assertThat(rows).as(read).hasSize((int) Math.min(limit, all.size()));
    if (limit == Long.MAX_VALUE) {
      assertThat(rows).as(read).containsExactlyInAnyOrderElementsOf(all);
    } else {
      assertThat(all).as(read).containsAll(rows);
    }
    if (layout != Layout.UNORDERED) {
      int dimensions = model.dimensions;
      assertThat(rows.stream().map(row -> row.subList(0, dimensions)).toList())
          .as(read)
          .isEqualTo(
              all.subList(0, rows.size()).stream().map(row -> row.subList(0, dimensions)).toList());
    }
    compareAggregates(array, request, expected, model.dimensions + 1, read);
    return rows.size();
  }

  private static void compareAggregates(
      Array array, ReadRequest request, List<Cell> expected, int w, String read) {
    Batch answer =
        array
            .read(request.limit(Long.MAX_VALUE))
            .aggregate(
                Aggregation.of(
                    List.of(
                        Aggregate.count(),
                        Aggregate.of(Aggregate.Function.SUM, "w"),
                        Aggregate.of(Aggregate.Function.MIN, "w"),
                        Aggregate.of(Aggregate.Function.MAX, "w"))));
    LongSummaryStatistics of =
        expected.stream().mapToLong(cell -> cell.values[w]).summaryStatistics();
    assertThat(answer.columns().stream().map(column -> column.getLong(0)).toList())
        .as("aggregates, " + read)
        .containsExactly(
            of.getCount(),
            of.getSum(),
            expected.isEmpty() ? 0 : of.getMin(),
            expected.isEmpty() ? 0 : of.getMax());
  }

  private static List<List<Long>> read(Array array, ReadRequest request) {
    List<List<Long>> rows = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<Long> values = new ArrayList<>();
          for (Column column : batch.columns()) {
            values.add(column.getLong(row));
          }
          rows.add(values);
        }
        new OverwritingReader(in).recycle(batch);
      }
    }
    return rows;
  }
}
