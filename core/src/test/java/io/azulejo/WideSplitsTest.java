package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How reads of dense arrays with few written cells in wide domains are cut into parts. */
class WideSplitsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final long WIDE = 1L << 40;
  private static final int TILE = 1000;
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_207);

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(1 << 20).build();

  private static Dimension dimension(String name, long low, long high, long extent) {
    return Dimension.of(name, Datatype.INT64, Range.of(low, high), extent);
  }

  private void create(Dimension... dimensions) {
    ArraySchema.Builder schema = ArraySchema.dense().attribute(Attribute.of("v", Datatype.INT64));
    Arrays.stream(dimensions).forEach(schema::dimension);
    azulejo.create(ARRAY, schema.build());
  }

  /** Writes tiles of an array with one dimension, each as a fragment. */
  private void writeTiles(long... tiles) {
    for (long tile : tiles) {
      Subarray box = Subarray.ALL.and("x", Range.of(tile * TILE, tile * TILE + TILE - 1));
      azulejo.array(ARRAY).write(box, "v", new long[TILE]);
    }
  }

  private static ReadRequest written() {
    return ReadRequest.ALL.cells(Cells.WRITTEN);
  }

  private List<Split> splits(ReadRequest request, SplitOptions options) {
    return azulejo.open(ARRAY).read(request).splits(options);
  }

  /** The values and coordinates of the rows of a read, in its order. */
  private static List<List<Long>> rows(Array array, ReadRequest request) {
    return TestArrays.numbers(array.read(request));
  }

  @Test
  @Timeout(60)
  void twoTilesFarApartAreTwoPartsAtTheMost() {
    create(dimension("x", 0, WIDE - 1, TILE));
    writeTiles(0, WIDE / TILE - 1);

    List<Split> many = splits(written(), SplitOptions.DEFAULT.targetBytes(1));
    List<Split> one = splits(written(), SplitOptions.DEFAULT);

    assertThat(many).extracting(Split::cells).containsExactly(1000L, 1000L);
    assertThat(many).extracting(Split::decodedBytes).containsExactly(16_000L, 16_000L);
    assertThat(many).extracting(Split::storedBytes).doesNotContain(0L);
    assertThat(one).singleElement().extracting(Split::cells).isEqualTo(2000L);
    assertThat(many.stream().mapToLong(Split::storedBytes).sum())
        .isCloseTo(one.get(0).storedBytes(), within(1L));
    Array array = azulejo.open(ARRAY);
    assertThat(rows(array, many.get(0).request())).hasSize(TILE);
    assertThat(rows(array, many.get(1).request())).hasSize(TILE);
  }

  @Test
  void noPartLiesWhereNothingWasWritten() {
    create(dimension("x", 0, WIDE - 1, TILE));
    writeTiles(5, 900_000);
    Range between = Range.of(10 * TILE, 800_000L * TILE);
    ReadRequest gap = written().subarray(Subarray.ALL.and("x", between));

    assertThat(splits(gap, SplitOptions.DEFAULT.minimum(16))).isEmpty();
    assertThat(splits(gap.cells(Cells.ALL), SplitOptions.DEFAULT.minimum(16)))
        .as("cells without a value are rows")
        .hasSizeGreaterThanOrEqualTo(16);
  }

  @Test
  void theNumberOfPartsFollowsFromTheCellsThatWereWritten() {
    create(dimension("x", 0, WIDE - 1, TILE));
    writeTiles(0, 1, 2, 3, 1_000_000, 1_000_001, 1_000_002, 800_000_000);
    SplitOptions twoTiles = SplitOptions.DEFAULT.targetBytes(2 * 8 * TILE);

    List<Split> splits = splits(written().select("v"), twoTiles);

    assertThat(splits).hasSizeBetween(4, 5);
    assertThat(splits.stream().mapToLong(Split::cells)).allMatch(cells -> cells <= 2 * TILE);
    assertThat(splits.stream().mapToLong(Split::cells).sum()).isEqualTo(8 * TILE);
    assertThat(splits(written(), SplitOptions.DEFAULT.minimum(3).maximum(3))).hasSize(3);
  }

  @Test
  void tilesThatWereWrittenAgainCountOnce() {
    create(dimension("x", 0, WIDE - 1, TILE));
    for (int i = 0; i < 10; i++) {
      writeTiles(0, 1, 7_000_000, 7_000_001);
    }

    List<Split> splits = splits(written(), SplitOptions.DEFAULT.minimum(4));

    assertThat(splits).extracting(Split::cells).containsOnly((long) TILE).hasSize(4);
  }

  @Test
  void whatWasWrittenLaterThanTheTimeOfTheSnapshotIsNoPart() {
    create(dimension("x", 0, WIDE - 1, TILE));
    for (int i = 0; i < 3; i++) {
      Subarray box = Subarray.ALL.and("x", Range.of(i * 1_000_000L, i * 1_000_000L + 9));
      WriteRequest request = WriteRequest.DEFAULT.subarray(box);
      try (ArrayWriter out =
          azulejo.array(ARRAY).writer(request, ChangeOptions.DEFAULT.at(100 + i))) {
        out.append("v", new long[10]);
        out.commit();
      }
    }
    Array old = azulejo.open(ARRAY, OpenOptions.DEFAULT.at(TimeRange.until(101)));

    List<Split> splits = old.read(written()).splits(SplitOptions.DEFAULT.targetBytes(1).minimum(8));

    assertThat(splits).extracting(Split::cells).containsExactly(10L, 10L);
  }

  @Test
  void partsOfWideArraysHaveTheRowsOfTheWholeReadEachOnce() {
    System.out.println("azulejo.seed=" + SEED);
    int parts = 0;
    for (int i = 0; i < 60; i++) {
      Random random = new Random(SEED + i);
      writeRandom(random);
      parts += compare(azulejo.open(ARRAY), random, "azulejo.seed=" + (SEED + i));
      azulejo.catalog().remove(ARRAY);
    }
    assertThat(parts).isGreaterThan(300);
  }

  /** Some boxes, some of which overlap, in a domain that is wide in every dimension. */
  private void writeRandom(Random random) {
    int dimensions = 1 + random.nextInt(3);
    long start = random.nextBoolean() ? -(WIDE << 20) : random.nextInt(10);
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .tileOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
            .attribute(Attribute.of("v", Datatype.INT64));
    int[] extents = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      extents[d] = 1 + random.nextInt(7);
      schema.dimension(dimension("d" + d, start, start + WIDE, extents[d]));
    }
    azulejo.create(ARRAY, schema.build());
    long[] corner = new long[dimensions];
    for (int n = 1 + random.nextInt(6); n > 0; n--) {
      Subarray box = Subarray.ALL;
      int cells = 1;
      for (int d = 0; d < dimensions; d++) {
        corner[d] = random.nextInt(3) > 0 ? corner[d] : random.nextLong(WIDE - 40);
        long low = start + corner[d] + random.nextInt(8);
        int length = 1 + random.nextInt(dimensions == 1 ? 30 : 8);
        box = box.and("d" + d, Range.of(low, low + length - 1));
        cells *= length;
      }
      azulejo.array(ARRAY).write(box, "v", random.longs(cells).toArray());
    }
  }

  private static int compare(Array array, Random random, String about) {
    int parts = 0;
    for (Cells cells : Cells.values()) {
      Layout layout = random.nextBoolean() ? Layout.UNORDERED : Layout.GLOBAL_ORDER;
      Subarray part = random.nextInt(3) == 0 ? Subarray.ALL : part(array, random, layout);
      ReadRequest request = ReadRequest.ALL.subarray(part).cells(cells).layout(layout).limit(2_000);
      List<List<Long>> all = rows(array, request);
      if (all.size() == 2_000) {
        continue; // all cells of a wide box
      }
      int count = 1 + random.nextInt(6);
      SplitOptions options = SplitOptions.DEFAULT.minimum(count);
      options =
          random.nextBoolean()
              ? options.maximum(count)
              : options.targetBytes(1 + random.nextInt(400));
      List<Split> splits = array.read(request.limit(Long.MAX_VALUE)).splits(options);
      List<List<Long>> found = new ArrayList<>();
      for (Split split : splits) {
        found.addAll(rows(array, split.request()));
      }
      String what = "%s, %s of %s as %s".formatted(about, cells, part, splits);
      if (layout == Layout.GLOBAL_ORDER) {
        assertThat(found).as(what).isEqualTo(all);
      } else {
        assertThat(found).as(what).containsExactlyInAnyOrderElementsOf(all);
      }
      assertThat(splits.size()).as(what).isLessThanOrEqualTo(options.maximum());
      if (cells == Cells.WRITTEN) {
        assertThat(splits.size()).as(what).isLessThanOrEqualTo(Math.max(count, all.size()));
        assertThat(splits.stream().mapToLong(Split::cells).sum())
            .as(what)
            .isGreaterThanOrEqualTo(all.size());
      }
      parts += splits.size();
    }
    return parts;
  }

  /** Ranges that begin or end at cells; one of each dimension for global order. */
  private static Subarray part(Array array, Random random, Layout layout) {
    List<List<Long>> cells = rows(array, written());
    Subarray part = Subarray.ALL;
    for (int d = 0; d < array.schema().dimensions().size(); d++) {
      int ranges = layout == Layout.GLOBAL_ORDER ? 1 : 1 + random.nextInt(2);
      for (int i = 0; i < ranges; i++) {
        long a = cells.get(random.nextInt(cells.size())).get(d);
        long b = random.nextInt(3) == 0 ? a + 5 : cells.get(random.nextInt(cells.size())).get(d);
        long step = layout != Layout.GLOBAL_ORDER && random.nextInt(3) == 0 ? 2 : 1;
        long low = Math.min(a, b);
        long high = Math.max(a, b);
        part =
            part.and(
                array.schema().dimensions().get(d).name(),
                step == 1 ? Range.of(low, high) : Range.every(step, low, high));
      }
    }
    return part;
  }

  @Test
  void eachOfManyTilesFarApartIsAPartWhereThatIsAskedFor() {
    create(dimension("x", 0, WIDE - 1, TILE));
    long[] tiles = new Random(SEED).longs(100, 0, WIDE / TILE).distinct().sorted().toArray();
    writeTiles(tiles);

    List<Split> splits = splits(written().select("v"), SplitOptions.DEFAULT.targetBytes(8 * TILE));

    assertThat(splits).hasSameSizeAs(tiles).extracting(Split::cells).containsOnly((long) TILE);
  }
}
