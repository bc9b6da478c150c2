package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.maintenance.DeletionPlan.Strategy;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random appends, deletions by nullable fields, consolidations and vacuums against a list of cells
 * that is searched from the first to the last one, at all times. Another seed: {@code
 * -Dazulejo.seed=N}.
 */
class DeletionOracleTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_124L);
  private static final int STEPS = 24;

  /** A cell as it was written. */
  private record Cell(int x, String y, Integer n, long time, int id) {}

  /** A deletion. */
  private record Deleted(Predicate<Cell> cells, long time) {}

  /** What was done so far. */
  private static final class Oracle {
    private final boolean duplicates;
    private final List<Cell> cells = new ArrayList<>();
    private final Map<Integer, Long> deletedAt = new HashMap<>();

    Oracle(boolean duplicates) {
      this.duplicates = duplicates;
    }

    /** The cells that a read sees, newest versions alone where there are no duplicates. */
    List<Cell> seen(long from, long until) {
      List<Cell> found = new ArrayList<>();
      for (Cell cell : cells) {
        boolean hidden =
            !duplicates
                && cells.stream()
                    .anyMatch(
                        other ->
                            other.x == cell.x
                                && other.y.equals(cell.y)
                                && other.time >= from
                                && other.time <= until
                                && (other.time > cell.time
                                    || (other.time == cell.time && other.id > cell.id)));
        boolean deleted = deletedAt.getOrDefault(cell.id, Long.MAX_VALUE) <= until;
        if (cell.time >= from && cell.time <= until && !hidden && !deleted) {
          found.add(cell);
        }
      }
      return found;
    }

    void delete(Deleted deletion) {
      for (Cell cell : seen(0, deletion.time)) {
        if (deletion.cells.test(cell)) {
          deletedAt.merge(cell.id, deletion.time, Math::min);
        }
      }
    }

    List<String> texts(long from, long until) {
      return seen(from, until).stream().map(c -> text(c.x, c.y, c.n, c.id)).sorted().toList();
    }
  }

  private static String text(long x, String y, Object n, long id) {
    return x + " " + y + " " + n + " " + id;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletesWhatTheOracleDeletesAndNothingElse(boolean duplicates) {
    for (long seed = SEED; seed < SEED + 4; seed++) {
      try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
        run(azulejo, duplicates, new Random(seed), "azulejo.seed=" + seed);
      }
    }
  }

  private static void run(Azulejo azulejo, boolean duplicates, Random random, String what) {
    ArraySchema.Builder schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 20), 5))
            .dimension(Dimension.text("y"))
            .attribute(Attribute.builder("n", Datatype.INT32).nullable().build())
            .attribute(Attribute.of("id", Datatype.INT32))
            .capacity(3);
    azulejo.create(PLACE, schema.allowsDuplicates(duplicates).build(), CreateOptions.DEFAULT.at(1));
    Oracle oracle = new Oracle(duplicates);
    TreeSet<Long> times = new TreeSet<>(List.of(1L));
    int deletions = 0;
    for (int step = 1; step <= STEPS; step++) {
      long time = step * 10L;
      String then = what + ", step " + step;
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          append(azulejo, oracle, random, time);
          times.add(time);
        }
        case 2, 3, 4 -> {
          // Now, at the very time of a write, or before one.
          long[] some = {time, times.last(), Math.max(1, times.last() - 3)};
          Deleted deletion = delete(azulejo, random, some[random.nextInt(some.length)], then);
          oracle.delete(deletion);
          times.add(deletion.time);
          deletions++;
        }
        default -> {
          azulejo.maintenance(PLACE).consolidate();
          if (random.nextBoolean()) {
            azulejo.maintenance(PLACE).vacuum();
          }
        }
      }
      for (long until : times) {
        long from = random.nextInt(3) == 0 ? random.nextInt((int) until + 1) : 0;
        assertThat(read(azulejo, from, until))
            .as("%s, from %d until %d", then, from, until)
            .isEqualTo(oracle.texts(from, until));
      }
    }
    assertThat(deletions).as(what).isPositive();
    assertThat(azulejo.maintenance(PLACE).verify(VerifyRequest.DEFAULT.deep()).problems())
        .as(what)
        .isEmpty();
  }

  private static void append(Azulejo azulejo, Oracle oracle, Random random, long time) {
    Map<String, Cell> cells = new HashMap<>();
    int count = 1 + random.nextInt(12);
    List<Cell> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Cell cell =
          new Cell(
              1 + random.nextInt(6),
              random.nextBoolean() ? "a" : "",
              random.nextInt(3) == 0 ? null : random.nextInt(5),
              time,
              oracle.cells.size());
      if (oracle.duplicates || cells.put(cell.x + cell.y, cell) == null) {
        some.add(cell);
        oracle.cells.add(cell);
      }
    }
    Object[] ns = some.stream().map(Cell::n).toArray();
    TestArrays.append(
        azulejo.array(PLACE),
        time,
        Batch.of(
            some.size(),
            List.of(
                Column.of("x", Datatype.INT32, some.stream().mapToLong(Cell::x).toArray()),
                Column.of(
                    "y", Datatype.STRING_ASCII, some.stream().map(Cell::y).toArray(String[]::new)),
                nullable("n", ns),
                Column.of("id", Datatype.INT32, some.stream().mapToLong(Cell::id).toArray()))));
  }

  /** A column with validity, whether a cell is null or not. */
  private static Column nullable(String name, Object... values) {
    int[] numbers =
        IntStream.range(0, values.length)
            .map(i -> values[i] == null ? 0 : (Integer) values[i])
            .toArray();
    byte[] validity = new byte[values.length];
    byte[] bytes = new byte[Integer.BYTES * values.length];
    for (int i = 0; i < values.length; i++) {
      validity[i] = (byte) (values[i] == null ? 0 : 1);
      bytes[Integer.BYTES * i] = (byte) numbers[i];
    }
    return new FixedColumn(name, Datatype.INT32, 1, values.length, bytes, validity);
  }

  private static Deleted delete(Azulejo azulejo, Random random, long time, String what) {
    int v = random.nextInt(5);
    int w = 1 + random.nextInt(6);
    String condition;
    Predicate<Cell> cells;
    switch (random.nextInt(6)) {
      case 0 -> {
        condition = "n = " + v;
        cells = c -> Objects.equals(c.n, v);
      }
      case 1 -> {
        condition = "n > %d and y = 'a'".formatted(v);
        cells = c -> c.n != null && c.n > v && c.y.equals("a");
      }
      case 2 -> {
        condition = "n is not null and x = " + w;
        cells = c -> c.n != null && c.x == w;
      }
      case 3 -> {
        condition = "n != %d or x > %d".formatted(v, w);
        cells = c -> (c.n != null && c.n != v) || c.x > w;
      }
      case 4 -> {
        condition = "n is null and x < " + w; // can be stored
        cells = c -> c.n == null && c.x < w;
      }
      default -> {
        condition = "n + x = " + (v + w);
        cells = c -> c.n != null && c.n + c.x == v + w;
      }
    }
    DeleteRequest request = DeleteRequest.where(Condition.parse(condition));
    ChangeOptions at = ChangeOptions.DEFAULT.at(time);
    boolean storable = condition.startsWith("n is null");
    boolean duplicates = azulejo.open(PLACE).schema().allowsDuplicates();
    assertThat(azulejo.array(PLACE).planDelete(request, at).strategy())
        .as(what)
        .isEqualTo(
            storable ? Strategy.CONDITION : duplicates ? Strategy.REWRITE : Strategy.COORDINATES);
    azulejo.array(PLACE).delete(request, at);
    return new Deleted(cells, time);
  }

  private static List<String> read(Azulejo azulejo, long from, long until) {
    Array array = azulejo.open(PLACE, OpenOptions.DEFAULT.at(TimeRange.between(from, until)));
    try (var rows = array.read().rows()) {
      return rows.map(
              row ->
                  text(
                      row.getLong("x"),
                      row.getString("y"),
                      row.isNull("n") ? null : row.getLong("n"),
                      row.getLong("id")))
          .sorted()
          .toList();
    }
  }
}
