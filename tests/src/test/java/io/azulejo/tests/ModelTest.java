package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random reads, at random times, of random parts, with random conditions, agree with the {@link
 * ArrayModel}. A failure names its seed; {@code -Dazulejo.seed=N} reads the same again.
 */
class ModelTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_260_804);
  private static final int FEW = TestLayer.cases(600, 150);
  private static final int MANY = 20_000;

  private final List<Azulejo> engines =
      List.of(
          Azulejo.builder().computeThreads(1).build(),
          Azulejo.builder().computeThreads(0).ioThreads(0).memoryBudget(32 << 10).build());

  private int compared;
  private int parts;

  @Test
  void randomReadsAgreeWithANaiveModel() {
    compare(FEW);
  }

  @Tag("slow")
  @Test
  void manyRandomReadsAgreeWithANaiveModel() {
    compare(MANY);
  }

  private void compare(int reads) {
    System.out.println("azulejo.seed=" + SEED);
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    List<Expectation> arrays = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.group() && !expectation.openingFails()) {
        arrays.add(expectation);
      }
    }
    Map<String, ArrayModel> models = new HashMap<>();
    Set<String> without = new TreeSet<>();
    for (int i = 0; i < reads; i++) {
      Random random = new Random(SEED + i);
      Expectation array = arrays.get(random.nextInt(arrays.size()));
      if (without.contains(array.name())) {
        continue;
      }
      OpenOptions options = array.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      ArrayModel model =
          models.computeIfAbsent(
              array.name(),
              name -> new ArrayModel(engines.get(0), Location.of(array.location()), options));
      try {
        read(model, random, "%s, azulejo.seed=%d".formatted(array.name(), SEED + i));
      } catch (ArrayModel.NotModelled e) {
        without.add(array.name());
      } catch (AzulejoException e) {
        // arrays that are broken on purpose are refused by the first read of each kind
        assertThat(array.name()).as(e.toString()).contains("broken");
        without.add(array.name());
      }
    }
    System.out.printf(
        "model: %d random reads agree; %d of %d arrays are not modelled%n",
        compared, without.size(), arrays.size());
    assertThat(compared).isGreaterThan(reads / 3);
    assertThat(parts).as("parts of these reads").isGreaterThan(2 * compared);
    engines.forEach(Azulejo::close);
  }

  private void read(ArrayModel model, Random random, String what) throws ArrayModel.NotModelled {
    Array array = model.open(times(model, random));
    Supplier<Array> opening =
        () ->
            engines
                .get(random.nextInt(engines.size()))
                .open(array.location(), model.options().at(array.times()));
    RandomRead read = new RandomRead(array, opening, model.cells(array.times()), random, what);
    if (read.run()) {
      compared++;
      parts += read.parts();
    }
  }

  private static TimeRange times(ArrayModel model, Random random) {
    List<Long> known = model.times();
    if (known.isEmpty() || random.nextInt(3) == 0) {
      return TimeRange.ALL;
    }
    long a = known.get(random.nextInt(known.size()));
    long b = known.get(random.nextInt(known.size()));
    return random.nextBoolean()
        ? TimeRange.until(a)
        : TimeRange.between(
            Long.compareUnsigned(a, b) < 0 ? a : b, Long.compareUnsigned(a, b) < 0 ? b : a);
  }
}
