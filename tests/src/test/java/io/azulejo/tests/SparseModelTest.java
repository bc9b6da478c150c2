package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.bench.ShapedStorage;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.format.SparseArrayFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestLayer;
import io.azulejo.tests.ArrayModel.Cell;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random sparse arrays, with and without duplicates, of fragments with and without times of their
 * own, several of which may have cells of one place and time, with deletions, read at random times
 * in random ways: as the model of all cells ever written has it. Another seed: {@code
 * -Dazulejo.seed=N}.
 */
class SparseModelTest {
  private static final int ARRAYS = TestLayer.cases(150, 30);
  private static final int READS = 12;
  private static final int LAST_TIME = 30;
  private static final Location LOCATION = Location.of("mem://array");
  private static final List<String> ATTRIBUTES = List.of("v", "w");

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void readsWhatAListOfAllCellsSays() {
    System.out.println("sparse model: -Dazulejo.seed=" + seed);
    int found = 0;
    for (int i = 0; i < ARRAYS; i++) {
      found += new Run(new Random(seed + i), i % 2 == 1, "seed " + (seed + i)).run();
    }
    assertThat(found).as("cells in all answers").isGreaterThan(TestLayer.cases(10_000, 2_000));
  }

  /** An array, and all that was ever written. */
  private static final class Run {
    private final Random random;
    private final boolean remote;
    private final String what;
    private final Storage storage = Storage.inMemory();
    private final List<String> dimensions;
    private final boolean duplicates;
    private final int domain;
    private final SparseArrayFiles files;

    /**
     * Creates an empty array.
     *
     * @param remote whether reads fetch tiles like those of object stores, ahead of their decoding
     */
    Run(Random random, boolean remote, String what) {
      this.random = random;
      this.remote = remote;
      this.what = what + (remote ? " (remote)" : "");
      dimensions = random.nextBoolean() ? List.of("d0") : List.of("d0", "d1");
      duplicates = random.nextBoolean();
      domain = dimensions.size() == 1 ? 60 : 9;
      files =
          SparseArrayFiles.create(
              storage, LOCATION, duplicates, 1 + random.nextInt(7), dimensions, ATTRIBUTES);
    }

    int run() {
      int found = 0;
      try (Azulejo azulejo =
          Azulejo.builder()
              .storage("mem", remote ? ShapedStorage.counting(storage) : storage)
              .computeThreads(0)
              .ioThreads(0)
              .memoryBudget(4096 << random.nextInt(8))
              .build()) {
        WrittenModel model = new WrittenModel(1, azulejo.open(LOCATION).schema());
        int fragments = 1 + random.nextInt(5);
        for (int f = 0; f < fragments; f++) {
          write(model, 1 + f * LAST_TIME / fragments);
        }
        for (int d = random.nextInt(4); d > 0; d--) {
          delete(model);
        }
        for (int i = 0; i < READS; i++) {
          TimeRange times =
              switch (random.nextInt(3)) {
                case 0 -> TimeRange.ALL;
                case 1 -> TimeRange.until(random.nextInt(LAST_TIME + 2));
                default -> TimeRange.between(random.nextInt(12), 12 + random.nextInt(LAST_TIME));
              };
          Array array = azulejo.open(LOCATION, times);
          String about = "%s, read %d at %s".formatted(what, i, times);
          RandomRead read = new RandomRead(array, () -> array, model.cells(times), random, about);
          read.run();
          found += read.rows();
        }
      }
      return found;
    }

    private void write(WrittenModel model, int first) {
      boolean ofTheirOwn = random.nextInt(3) == 0;
      int last = ofTheirOwn ? Math.min(LAST_TIME, first + random.nextInt(12)) : first;
      int low = random.nextInt(domain);
      int span = 1 + random.nextInt(domain - low);
      Set<List<Object>> places = new HashSet<>();
      List<Cell> written = new ArrayList<>();
      for (int i = 1 + random.nextInt(60); i > 0; i--) {
        List<Object> place = new ArrayList<>();
        dimensions.forEach(name -> place.add((long) low + random.nextInt(span)));
        long time = first + random.nextInt(last - first + 1);
        if (duplicates || places.add(List.of(place, time))) {
          Map<String, Object> values =
              Map.of("v", (long) random.nextInt(10), "w", (long) random.nextInt(1000));
          written.add(new Cell(place, values, time));
        }
      }
      var order = WrittenModel.order(model.schema().dimensions(), false);
      written.sort((a, b) -> order.compare(a.coordinates(), b.coordinates()));
      model.write(TimeRange.between(first, last), written);
      long[] times = written.stream().mapToLong(Cell::time).toArray();
      files.fragment(
          first,
          last,
          ofTheirOwn ? times : null,
          Stream.concat(dimensions.stream(), ATTRIBUTES.stream())
              .map(name -> column(written, name))
              .toArray(long[][]::new));
    }

    private long[] column(List<Cell> cells, String name) {
      int d = dimensions.indexOf(name);
      return cells.stream()
          .mapToLong(cell -> (Long) (d < 0 ? cell.values().get(name) : cell.coordinates().get(d)))
          .toArray();
    }

    private void delete(WrittenModel model) {
      long time = 1 + random.nextInt(LAST_TIME);
      String name = ATTRIBUTES.get(random.nextInt(2));
      long bound = random.nextInt(name.equals("v") ? 10 : 1000);
      boolean below = random.nextBoolean();
      files.delete(
          time, SparseArrayFiles.comparison(name, below ? Operator.GE : Operator.NE, bound));
      model.delete(
          time,
          cell -> {
            long value = (Long) cell.values().get(name);
            return below ? value < bound : value == bound;
          });
    }
  }
}
