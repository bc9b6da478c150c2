package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares reads of a sparse array of many fragments with a map of its cells. */
class ManySparseFragmentsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int SIZE = 40;

  private final Random random = new Random(20261127);

  /**
   * Writes boxes of cells.
   *
   * @param largest the largest side of a box; only every tenth cell of large boxes is written
   */
  private Map<List<Integer>, Integer> write(Azulejo azulejo, int fragments, int largest) {
    Map<List<Integer>, Integer> expected = new LinkedHashMap<>();
    azulejo.create(
        ARRAY,
        TestSchemas.of(
            "sparse(y INT32 0..%s/7, x INT32 0..%s/5) a INT32; capacity 6", SIZE - 1, SIZE - 1));
    for (int number = 0; number < fragments; number++) {
      int side = 1 + random.nextInt(largest);
      int firstY = random.nextInt(SIZE - side + 1);
      int firstX = random.nextInt(SIZE - side + 1);
      Map<List<Integer>, Integer> cells = new LinkedHashMap<>();
      while (cells.isEmpty()) {
        for (int cell = 0; cell < side * side; cell++) {
          if (side < 5 || random.nextInt(10) == 0) {
            List<Integer> place = List.of(firstY + cell / side, firstX + cell % side);
            cells.put(place, number * 100 + random.nextInt(100));
          }
        }
      }
      expected.putAll(cells);
      TestArrays.write(
          azulejo.array(ARRAY),
          WriteRequest.DEFAULT,
          ChangeOptions.DEFAULT.at(1L + number),
          Batch.of(
              Column.ofInts("y", cells.keySet().stream().mapToInt(c -> c.get(0)).toArray()),
              Column.ofInts("x", cells.keySet().stream().mapToInt(c -> c.get(1)).toArray()),
              Column.ofInts("a", cells.values().stream().mapToInt(v -> v).toArray())));
    }
    return expected;
  }

  @Test
  void returnsTheNewestCellsThatMatchAConditionAndAggregatesThem() {
    for (int round = 0; round < 12; round++) {
      try (Azulejo azulejo = TestArrays.engine(Storage.inMemory())) {
        int fragments = 5 + random.nextInt(40);
        Map<List<Integer>, Integer> expected = write(azulejo, fragments, round % 2 == 0 ? 4 : SIZE);
        Array array = azulejo.open(ARRAY);
        int bound = random.nextInt(fragments * 100);
        for (String condition : List.of("a >= " + bound, "a < " + bound)) {
          int[] matching =
              expected.values().stream()
                  .mapToInt(value -> value)
                  .filter(value -> (value < bound) == condition.contains("<"))
                  .sorted()
                  .toArray();
          int[] read =
              TestArrays.rows(
                      array.read().where(condition),
                      (batch, row) -> (int) batch.column("a").getLong(row))
                  .stream()
                  .mapToInt(value -> value)
                  .sorted()
                  .toArray();
          assertThat(read).as("round %d, %s", round, condition).isEqualTo(matching);
        }
        Batch sums = array.read().aggregate("count(), sum(a)");
        assertThat(sums.column(0).getLong(0)).isEqualTo(expected.size());
        assertThat(sums.column(1).getLong(0))
            .isEqualTo(expected.values().stream().mapToLong(value -> value).sum());
      }
    }
  }
}
