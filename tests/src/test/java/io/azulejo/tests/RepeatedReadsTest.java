package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TrackingStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reads that come again find what they need in memory, and the same cells. */
class RepeatedReadsTest {
  private static final Location SPARSE = Location.of("mem://sparse");
  private static final Location DENSE = Location.of("mem://dense");
  private static final int CELLS = 40_000;
  private static final int SIDE = 200;

  /** A store that is not fast: what a step needs is fetched before. */
  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());

  @AutoClose private final Azulejo azulejo = engine(Azulejo.builder());

  private Azulejo engine(Azulejo.Builder builder) {
    return builder.storage("mem", storage).build();
  }

  RepeatedReadsTest() {
    FilterPipeline zstd = FilterPipeline.of(Filter.zstd(3));
    azulejo.create(
        SPARSE,
        ArraySchema.sparse()
            .dimension(
                Dimension.builder("k", Datatype.INT64)
                    .domain(Range.of(0, CELLS - 1))
                    .extent(CELLS)
                    .filters(zstd)
                    .build())
            .attribute(Attribute.builder("v", Datatype.INT64).filters(Filter.zstd(3)).build())
            .capacity(1000)
            .build());
    azulejo.array(SPARSE).append(Batch.of(CELLS, List.of(longs("k", 1), longs("v", 3))));
    Range side = Range.of(0, SIDE - 1);
    azulejo.create(
        DENSE,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, side, 50))
            .dimension(Dimension.of("x", Datatype.INT32, side, 50))
            .attribute(Attribute.builder("t", Datatype.FLOAT64).filters(Filter.zstd(3)).build())
            .build());
    azulejo
        .array(DENSE)
        .write(
            Subarray.ALL, "t", IntStream.range(0, SIDE * SIDE).mapToDouble(i -> i / 8.0).toArray());
  }

  private static Column longs(String name, long factor) {
    return Column.of(
        name, Datatype.INT64, LongStream.range(0, CELLS).map(i -> i * factor).toArray());
  }

  private record Answer(List<Long> values, ReadStats stats) {}

  private static Answer read(Array array, long from, long to) {
    ReadRequest request =
        ReadRequest.ALL.subarray(Subarray.of("k", Range.of(from, to))).layout(Layout.UNORDERED);
    List<Long> values = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        long[] longs = new long[batch.rows()];
        batch.column("v").copyTo(longs, 0);
        Arrays.stream(longs).forEach(values::add);
        // What a caller does to its batch is its own affair.
        Arrays.fill(batch.column("v").array(), (byte) 0x55);
      }
      return new Answer(values, in.stats());
    }
  }

  private static List<Long> expected(long from, long to) {
    return LongStream.rangeClosed(from, to).map(i -> 3 * i).boxed().toList();
  }

  @Test
  void theSecondReadIsKeptAndTheThirdNeedsNothingOfTheStore() {
    Array array = azulejo.open(SPARSE);
    Answer first = read(array, 2100, 2200);
    Answer second = read(array, 2150, 2250);
    storage.forget();
    Answer third = read(array, 2120, 2220);

    assertThat(first.values).isEqualTo(expected(2100, 2200));
    assertThat(second.values).isEqualTo(expected(2150, 2250));
    assertThat(third.values).isEqualTo(expected(2120, 2220));
    assertThat(first.stats.bytesDecoded()).isEqualTo(2 * 1000 * Long.BYTES);
    assertThat(second.stats.bytesDecoded()).isEqualTo(first.stats.bytesDecoded());
    assertThat(third.stats.bytesDecoded()).isZero();
    assertThat(third.stats.storedBytes()).isZero();
    assertThat(storage.operations()).isEmpty();
  }

  @Test
  void whatIsKeptBelongsToTheOpenArrayAndItsRefreshedOnes() {
    Array array = azulejo.open(SPARSE);
    read(array, 2100, 2200);
    read(array, 2100, 2200);

    assertThat(read(azulejo.open(SPARSE), 2100, 2200).stats.storedBytes()).isPositive();
    assertThat(read(array.refresh(), 2100, 2200).stats.storedBytes()).isZero();
  }

  @Test
  void aScanDoesNotDriveOutWhatIsReadAgainAndAgain() {
    try (Azulejo small = engine(Azulejo.builder().tileCache(64 << 10))) {
      Array array = small.open(SPARSE);
      read(array, 2100, 2200);
      read(array, 2100, 2200);
      for (int i = 0; i < 5; i++) {
        assertThat(read(array, 0, CELLS - 1).values).isEqualTo(expected(0, CELLS - 1));
        assertThat(read(array, 2100, 2200).stats.storedBytes()).isZero();
      }
    }
  }

  @Test
  void nothingIsKeptWithoutACache() {
    try (Azulejo none = engine(Azulejo.builder().tileCache(0))) {
      Array array = none.open(SPARSE);
      for (int i = 0; i < 3; i++) {
        assertThat(read(array, 2100, 2200).stats.storedBytes()).isPositive();
      }
    }
  }

  @Test
  void slicesOfDenseArraysAreKeptWhereTheStoreIsNotFast() {
    Array array = azulejo.open(DENSE);
    double[] cells = new double[20 * 20];
    for (int i = 0; i < 3; i++) {
      storage.forget();
      Arrays.fill(cells, 0);
      array
          .read()
          .subarray(Subarray.of("y", 60, 79).and("x", Range.of(10, 29)))
          .into(ReadTarget.of("t", cells));
      for (int cell = 0; cell < cells.length; cell++) {
        int y = 60 + cell / 20;
        int x = 10 + cell % 20;
        assertThat(cells[cell]).isEqualTo((y * SIDE + x) / 8.0);
      }
    }
    assertThat(storage.operations()).isEmpty();
  }

  @Test
  void randomReadsAreTheSameWithACacheThatIsAlwaysTooSmall() {
    for (int seed = 0; seed < TestLayer.cases(20, 5); seed++) {
      Random random = new Random(seed);
      try (Azulejo small = engine(Azulejo.builder().tileCache(1 << random.nextInt(18)))) {
        Array array = small.open(SPARSE);
        int around = random.nextInt(CELLS);
        for (int i = 0; i < 50; i++) {
          int from = Math.min(CELLS - 1, around + random.nextInt(5000));
          int to = Math.min(CELLS - 1, from + random.nextInt(3000));
          assertThat(read(array, from, to).values)
              .as("seed %d, read %d", seed, i)
              .isEqualTo(expected(from, to));
        }
      }
    }
  }
}
