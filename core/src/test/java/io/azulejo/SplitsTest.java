package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How reads are cut into parts: their sizes, and what reading them takes. */
class SplitsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int SIDE = 1024;
  private static final int CELLS = 20_000;

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  private final Random random = new Random(11);

  private Array dense() {
    azulejo.create(
        ARRAY,
        TestSchemas.of("dense(y INT32 0..%s/64, x INT32 0..%s/64) v INT64", SIDE - 1, SIDE - 1));
    azulejo.array(ARRAY).write(Subarray.ALL, "v", new long[SIDE * SIDE]);
    return azulejo.open(ARRAY);
  }

  /** Fragments of cells all over the domain, in tiles that overlap with those of the others. */
  private Array sparse(boolean duplicates, int fragments) {
    azulejo.create(
        ARRAY,
        TestSchemas.of(
            "sparse(y INT64 0..999999/100000, x INT64 0..999999/100000) v INT64; "
                + "capacity 500, duplicates %s",
            duplicates));
    for (int fragment = 0; fragment < fragments; fragment++) {
      ByteBuffer[] columns = new ByteBuffer[3];
      for (int c = 0; c < columns.length; c++) {
        columns[c] = ByteBuffer.allocate(CELLS * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < CELLS; i++) {
          columns[c].putLong(random.nextInt(1_000_000));
        }
      }
      azulejo
          .array(ARRAY)
          .append(
              Batch.of(
                  new FixedColumn("y", Datatype.INT64, 1, CELLS, columns[0].array(), null),
                  new FixedColumn("x", Datatype.INT64, 1, CELLS, columns[1].array(), null),
                  new FixedColumn("v", Datatype.INT64, 1, CELLS, columns[2].array(), null)));
    }
    return azulejo.open(ARRAY);
  }

  /** The rows of a part, and what reading it took. */
  private record Done(long rows, ReadStats stats) {}

  private static Done read(Array array, Split split) {
    long rows = 0;
    try (BatchReader in = array.read(split.request()).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        rows += batch.rows();
      }
      return new Done(rows, in.stats());
    }
  }

  @Test
  void partsOfADenseArrayAreWholeTilesOfTheSizeThatWasAskedFor() {
    Array array = dense();
    for (long target : new long[] {256 << 10, 1 << 20, 3_000_000}) {
      List<Split> splits =
          array.read(ReadRequest.ALL.select("v")).splits(SplitOptions.DEFAULT.targetBytes(target));

      long rows = 0;
      long decoded = 0;
      for (Split split : splits) {
        Done done = read(array, split);
        assertThat(done.rows()).isEqualTo(split.cells());
        assertThat(split.decodedBytes()).isEqualTo(8 * split.cells());
        assertThat(split.decodedBytes()).isBetween(target / 2, 2 * target);
        assertThat(split.storedBytes()).isPositive();
        rows += done.rows();
        decoded += done.stats().tilesDecoded();
      }
      assertThat(rows).isEqualTo(SIDE * SIDE);
      assertThat(decoded).as("no tile is decoded for two parts").isEqualTo(16 * 16);
    }
  }

  @Test
  void thereAreNoMorePartsThanAskedFor() {
    for (int kind = 0; kind < 3; kind++) {
      Array array = kind == 0 ? dense() : sparse(kind == 1, 3);
      for (int count = 1; count <= 40; count++) {
        List<Split> splits =
            array.read().splits(SplitOptions.DEFAULT.minimum(count).maximum(count));

        assertThat(splits).as("kind %d", kind).hasSizeBetween(count - count / 10, count);
      }
      azulejo.catalog().remove(ARRAY);
    }
  }

  @Test
  void partsOfASparseArrayHaveAboutTheSizeThatWasAskedFor() {
    Array array = sparse(false, 4);
    long target = 200_000;
    for (Layout layout : List.of(Layout.UNORDERED, Layout.ROW_MAJOR, Layout.GLOBAL_ORDER)) {
      List<Split> splits =
          array
              .read(ReadRequest.ALL.layout(layout))
              .splits(SplitOptions.DEFAULT.targetBytes(target));

      long rows = 0;
      for (Split split : splits) {
        Done done = read(array, split);
        rows += done.rows();
        assertThat(split.request().tiles()).isEmpty();
        assertThat(split.decodedBytes()).as("%s", split).isBetween(target / 2, 2 * target);
        assertThat(done.rows() * 24).as("%s", split).isBetween(target / 3, 2 * target);
      }
      assertThat(rows).isEqualTo(4 * CELLS);
    }
  }

  @Test
  void distributesTilesIfNoCellHidesAnother() {
    Array array = sparse(true, 3);
    long target = 100_000;

    List<Split> splits = array.read().splits(SplitOptions.DEFAULT.targetBytes(target));

    long rows = 0;
    long decoded = 0;
    for (Split split : splits) {
      Done done = read(array, split);
      assertThat(split.request().tiles()).isPresent();
      assertThat(done.rows()).isEqualTo(split.cells());
      assertThat(split.decodedBytes()).isBetween(target / 2, 2 * target);
      rows += done.rows();
      decoded += done.stats().tilesDecoded();
    }
    assertThat(rows).isEqualTo(3 * CELLS);
    assertThat(decoded).as("no tile is decoded for two parts").isEqualTo(3 * CELLS / 500);
  }

  @Test
  void thereAreAsManyPartsAsIsAskedForAtLeastAndAtMost() {
    Array array = sparse(true, 1);

    assertThat(array.read().splits(SplitOptions.DEFAULT)).hasSize(1);
    assertThat(array.read().splits(SplitOptions.DEFAULT.minimum(7))).hasSize(7);
    assertThat(array.read().splits(SplitOptions.DEFAULT.targetBytes(1000).maximum(5))).hasSize(5);
  }

  @Test
  void cellsThatNobodyWroteAndTilesThatNoCellOfMeetsTheConditionAreNoPart() {
    Array array = sparse(true, 1);
    ReadRequest nothing = ReadRequest.ALL.where(Condition.field("v").lessThan(0));

    assertThat(array.read(nothing).splits(SplitOptions.DEFAULT)).isEmpty();
  }

  @Test
  void splitsTellWhatBecomesOfTheTilesOfTheWholeRead() {
    ReadRequest some =
        ReadRequest.ALL
            .cells(ReadRequest.Cells.WRITTEN)
            .subarray(Subarray.ALL.and("y", Range.of(0, 99)));
    for (int kind = 0; kind < 3; kind++) {
      Array array = kind == 0 ? dense() : sparse(kind == 1, 3);
      List<PlannedRead.Tiles> told = new ArrayList<>();
      for (Condition condition :
          List.of(Condition.parse("v >= 0"), Condition.parse("v < 0"), Condition.alwaysFalse())) {
        ReadRequest request = some.where(condition);

        array.read(request).splits(SplitOptions.DEFAULT.minimum(5), told::add);

        assertThat(told)
            .last()
            .as("%s, kind %d", condition, kind)
            .isEqualTo(array.read(request).plan().tiles());
      }
      assertThat(told).hasSize(3);
      assertThat(told.get(0).pruned()).isZero();
      assertThat(told.get(0).matching()).isPositive();
      assertThat(told.get(1).pruned()).isEqualTo(told.get(0).matching());
      assertThat(told.get(2).pruned()).isEqualTo(told.get(0).all());
      azulejo.catalog().remove(ARRAY);
    }
  }

  @Test
  void aDenseReadOfNothingAsksNothingOfTheStore() {
    Array array = dense();
    ReadRequest nothing =
        ReadRequest.ALL.cells(ReadRequest.Cells.WRITTEN).where(Condition.alwaysFalse());

    try (BatchReader in = array.read(nothing).batches()) {
      assertThat(in.next()).isNull();
      assertThat(in.stats().ranges()).isZero();
      assertThat(in.stats().tilesPruned()).isEqualTo(16 * 16);
    }
  }

  @Test
  void pointsAreOnePart() {
    Array array = sparse(false, 2);
    ReadRequest points = ReadRequest.ALL.points(Points.of("y", 1, 2).and("x", 3, 4));

    assertThat(array.read(points).splits(SplitOptions.DEFAULT.minimum(3)))
        .singleElement()
        .extracting(Split::request)
        .isSameAs(points);
  }

  @Test
  void refusesALimit() {
    Array array = sparse(true, 1);
    ReadRequest limited = ReadRequest.ALL.limit(5);

    refuses(InvalidRequestException.class, () -> array.read(limited).splits(SplitOptions.DEFAULT));
  }

  @Test
  void tilesAloneAreRefusedWhereCellsOfOthersMayBeNewer() {
    Array array = sparse(false, 2);
    String fragment = array.fragments().get(0).name();
    ReadRequest some = ReadRequest.ALL.tiles(List.of(new TileRange(fragment, 0, 1)));

    refuses(InvalidRequestException.class, () -> array.read(some).batches().next());
  }

  @Test
  void tilesOfFragmentsThatAreNotThereAreNotFound() {
    Array array = sparse(true, 1);
    ReadRequest some = ReadRequest.ALL.tiles(List.of(new TileRange("__1_1_none_22", 0, 1)));

    refuses(NotFoundException.class, () -> array.read(some).batches().next());
  }

  @Test
  void tilesOfDenseArraysAreRefused() {
    Array array = dense();
    String fragment = array.fragments().get(0).name();
    ReadRequest some = ReadRequest.ALL.tiles(List.of(new TileRange(fragment, 0, 1)));

    refuses(InvalidRequestException.class, () -> array.read(some).batches().next());
  }

  @Test
  void anEngineWithAPartOfTheBudgetReadsInSmallerBatches() {
    dense();
    long whole = batches(azulejo.open(ARRAY));

    long small = batches(azulejo.withMemoryBudget(1 << 20).open(ARRAY));

    assertThat(small).isGreaterThan(4 * whole);
  }

  private static long batches(Array array) {
    try (BatchReader in = array.read(ReadRequest.ALL).batches()) {
      return in.stream().count();
    }
  }
}
