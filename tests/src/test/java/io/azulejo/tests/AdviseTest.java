package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recommended can be done, and follows from what was tried. */
class AdviseTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_124);
  private static final int ARRAYS = Integer.getInteger("azulejo.arrays", TestLayer.cases(80, 12));
  private static final Location A = Location.of("mem:///a");
  private static final Location B = Location.of("mem:///b");

  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).computeThreads(1).build();

  @AfterEach
  void close() {
    assertThat(Leases.held(azulejo)).isZero();
    azulejo.close();
  }

  @Test
  void whatIsRecommendedOfRandomArraysHoldsTheSame() {
    int changed = 0;
    for (int i = 0; i < ARRAYS; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      RandomSchemas schemas = new RandomSchemas(random).labels(true);
      ArraySchema schema = i % 2 == 0 ? schemas.dense() : schemas.sparse();
      Location from = Location.of("mem:///random/" + i + "/a");
      Location to = Location.of("mem:///random/" + i + "/b");
      try {
        new RandomCells(azulejo, random).create(from, schema);
        Array array = azulejo.open(from);

        Advice advice = array.advise(AdviceRequest.DEFAULT.sampleBytes(1 + random.nextInt(10_000)));

        check(advice, array);
        array.repack(to, advice.recommended());
        assertThat(array.diff(azulejo.open(to), DiffRequest.DEFAULT).holdsSame()).isTrue();
        changed += advice.changes() ? 1 : 0;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dazulejo.seed=" + seed + ": " + schema + ": " + e, e);
      }
    }
    assertThat(changed).isGreaterThan(ARRAYS / 4);
  }

  private static void check(Advice advice, Array array) {
    assertThat(advice.sampledCells() == 0).isEqualTo(array.fragments().isEmpty());
    for (Advice.FieldFilters field : advice.filters()) {
      Advice.FilterTrial now = field.trials().get(0);
      Advice.FilterTrial best = field.trials().get(field.best());
      long least = field.trials().stream().mapToLong(Advice.FilterTrial::bytes).min().orElseThrow();
      assertThat(best.bytes()).as(field.field()).isLessThanOrEqualTo(now.bytes());
      assertThat((double) best.bytes()).as(field.field()).isLessThanOrEqualTo(1.06 * least);
      assertThat(best.decodedPerSecond()).isNotNegative();
    }
    assertThat(advice.tiles().stream().filter(Advice.TileTrial::best).count())
        .isLessThanOrEqualTo(1);
    if (!advice.tiles().isEmpty()) {
      Advice.TileTrial now = advice.tiles().get(0);
      Advice.TileTrial best =
          advice.tiles().stream().filter(Advice.TileTrial::best).findFirst().orElseThrow();
      assertThat(now.current()).isTrue();
      assertThat(best.cost()).isLessThanOrEqualTo(now.cost());
      assertThat(advice.tiles()).allMatch(t -> t.tilesPerBox() >= 1 && t.tilesPerSlice() > 0);
    }
  }

  @Test
  void everyArrayGetsAdvice() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int advised = 0;
    for (Path file : TestLayer.some(corpus.expectationFiles(), 6)) {
      Expectation expected = corpus.expectation(file);
      if (expected.group() || expected.openingFails()) {
        continue;
      }
      OpenOptions opening =
          expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      Array array = azulejo.open(Location.of(expected.location()), opening);
      Advice advice;
      try {
        advice = array.advise(AdviceRequest.DEFAULT.sampleBytes(1 << 16));
      } catch (io.azulejo.error.AzulejoException e) {
        // Cells that cannot be read are not there to be tried.
        assertThatThrownBy(() -> array.diff(array, DiffRequest.DEFAULT), expected.name())
            .isInstanceOf(e.getClass());
        continue;
      } catch (RuntimeException e) {
        throw new AssertionError(expected.name() + ": " + e, e);
      }
      assertThat(advice.fragments()).isEqualTo(array.fragments().size());
      advised++;
    }
    assertThat(advised).isGreaterThan(TestLayer.cases(50, 8));
  }

  private void dense(String filterText, long extentY, long extentX, Filter... filters) {
    azulejo.create(
        A,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 1000), extentY))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 1000), extentX))
            .attribute(Attribute.builder(filterText, Datatype.INT32).filters(filters).build())
            .build());
    int[] numbers = new int[1_000_000];
    Random random = new Random(1);
    long[] values = new long[numbers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1_000_000 + i + random.nextInt(3);
    }
    azulejo.array(A).append(Batch.of(Column.of(filterText, Datatype.INT32, values)));
  }

  @Test
  void longStripsBecomeTilesThatSuitBoxesAndSlices() {
    dense("a", 1, 1000, Filter.zstd(-1), Filter.md5());

    Advice advice = azulejo.open(A).advise(AdviceRequest.DEFAULT);

    assertThat(advice.cells()).isEqualTo(1_000_000);
    assertThat(advice.changes()).isTrue();
    assertThat(advice.recommended().extents()).containsKeys("y", "x");
    Advice.TileTrial now = advice.tiles().get(0);
    assertThat(now.text()).isEqualTo("y 1 x x 1000");
    assertThat(now.tilesPerBox()).isEqualTo(100);
    assertThat(now.tilesPerSlice()).as("a row touches 1, a column 1000").isEqualTo(500.5);
    assertThat(advice.recommended().filters().get("a").filters())
        .as("checksums stay")
        .endsWith(Filter.md5())
        .doesNotContain(Filter.zstd(9))
        .hasSizeGreaterThan(2);
    azulejo.open(A).repack(B, advice.recommended());
    assertThat(azulejo.open(B).fragments().get(0).bytesOnDisk())
        .isLessThan(azulejo.open(A).fragments().get(0).bytesOnDisk() / 2);
  }

  @Test
  void theSampleIsAsLargeAsWasAsked() {
    dense("a", 100, 100);
    Advice some = azulejo.open(A).advise(AdviceRequest.DEFAULT.sampleBytes(200_000));
    assertThat(some.sampledBytes()).isBetween(100_000L, 210_000L);
    assertThat(some.places()).isEqualTo(5);
    Advice least = azulejo.open(A).advise(AdviceRequest.DEFAULT.sampleBytes(1));
    assertThat(least.sampledCells()).isBetween(1L, 10_000L);
    refuses(InvalidRequestException.class, () -> AdviceRequest.DEFAULT.sampleBytes(0));
  }

  private void sparse(boolean duplicates, int capacity, int fragments, long... coordinates) {
    azulejo.create(
        A,
        TestSchemas.of(
            "sparse(x INT64 0..100000/1000) s STRING_UTF8 var nullable; duplicates "
                + "%s, capacity %s",
            duplicates, capacity));
    for (int f = 0; f < fragments; f++) {
      long[] x = coordinates.clone();
      String[] texts = new String[x.length];
      for (int i = 0; i < x.length; i++) {
        x[i] += duplicates ? 0 : f;
        texts[i] = i % 3 == 0 ? null : "cell " + i;
      }
      TestArrays.write(
          azulejo.array(A),
          WriteRequest.DEFAULT,
          ChangeOptions.DEFAULT.at(f + 1),
          Batch.of(Column.of("x", Datatype.INT64, x), Column.of("s", Datatype.STRING_UTF8, texts)));
    }
  }

  @Test
  void cellsOfTilesThatOverlapAreSampledOnce() {
    sparse(false, 1000, 3, LongStream.range(0, 100).map(i -> 10 * i).toArray());

    Advice advice = azulejo.open(A).advise(AdviceRequest.DEFAULT);

    assertThat(advice.cells()).isEqualTo(300);
    assertThat(advice.sampledCells()).isEqualTo(300);
  }

  @Test
  void theSampleOfManySmallTilesThatOverlapHasMostOfTheCells() {
    sparse(false, 10, 3, LongStream.range(0, 100).map(i -> 10 * i).toArray());

    Advice advice = azulejo.open(A).advise(AdviceRequest.DEFAULT);

    assertThat(advice.sampledCells()).isBetween(250L, 300L);
  }

  @Test
  void cellsAtTheSameCoordinatesAreAllSampled() {
    sparse(true, 10, 2, 1, 1, 2, 2, 3);

    Advice advice = azulejo.open(A).advise(AdviceRequest.DEFAULT);

    assertThat(advice.cells()).isEqualTo(10);
    assertThat(advice.sampledCells()).isEqualTo(10);
  }

  @Test
  void manyFragmentsAreNoted() {
    azulejo.create(
        A,
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 100), 10))
            .attribute(
                Attribute.builder("a", Datatype.FLOAT64)
                    .filters(Filter.scaleFloat(0.5, 0, 4))
                    .build())
            .build());
    for (int i = 0; i < 9; i++) {
      WriteRequest part = WriteRequest.DEFAULT.subarray(Subarray.of("x", 10 * i + 1, 10 * i + 10));
      TestArrays.write(
          azulejo.array(A),
          part,
          ChangeOptions.DEFAULT.at(i + 1),
          Batch.of(Column.of("a", Datatype.FLOAT64, new double[10])));
    }
    Advice advice = azulejo.open(A).advise(AdviceRequest.DEFAULT);
    assertThat(advice.notes())
        .containsExactly(
            "the array has 9 fragments, and a read may have to open each of them; consolidate"
                + " merges fragments, and vacuum deletes those that were merged");
    assertThat(advice.filters()).as("filters that round are left alone").isEmpty();
    assertThat(advice.recommended().filters()).isEmpty();
    assertThat(advice.recommended().offsetsFilters()).isEqualTo(Optional.<FilterPipeline>empty());
    assertThat(List.of(advice.fragments())).containsExactly(9L);
  }
}
