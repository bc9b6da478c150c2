package io.azulejo.internal.read.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ordered reads of tiles that overlap so much that their cells fit in memory only in parts: how
 * often each tile is decoded, and the cells that are returned. Another seed: {@code
 * -Dazulejo.seed=N}.
 */
class DividedSlabTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int TILES = 40;
  private static final int CELLS_PER_TILE = 1000;
  private static final int CELLS = TILES * CELLS_PER_TILE;
  private static final int ATTRIBUTES = 8;

  private final Storage storage = Storage.inMemory();

  /** Writes fragments of one tile each, whose cells are spread over the whole domain. */
  private void write() {
    String attributes =
        IntStream.range(0, ATTRIBUTES)
            .mapToObj(a -> "a" + a + " INT64")
            .collect(Collectors.joining(", "));
    try (Azulejo azulejo = TestArrays.engine(storage)) {
      azulejo.create(
          ARRAY,
          TestSchemas.of(
              "sparse(x INT64 0..%s/%s) %s; duplicates, capacity %s",
              CELLS - 1, CELLS, attributes, CELLS_PER_TILE));
      for (int f = 0; f < TILES; f++) {
        long[] x = new long[CELLS_PER_TILE];
        for (int i = 0; i < x.length; i++) {
          x[i] = (long) i * TILES + f;
        }
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("x", Datatype.INT64, x));
        for (int a = 0; a < ATTRIBUTES; a++) {
          columns.add(Column.of("a" + a, Datatype.INT64, x));
        }
        TestArrays.append(azulejo.array(ARRAY), f + 1L, Batch.of(columns.toArray(Column[]::new)));
      }
    }
  }

  /**
   * Reads all cells in order and checks that x is complete.
   *
   * @param budget the memory budget in bytes
   */
  private ReadStats read(Layout layout, long budget, String... fields) {
    try (Azulejo azulejo =
        Azulejo.builder()
            .storage("mem", storage)
            .memoryBudget(budget)
            .tileCache(0)
            .computeThreads(0)
            .ioThreads(0)
            .build()) {
      ReadRequest request = ReadRequest.ALL.layout(layout).select(List.of(fields));
      long next = 0;
      try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            for (int c = 0; c < fields.length; c++) {
              if (batch.column(c).getLong(row) != next) {
                assertThat(batch.column(c).getLong(row)).isEqualTo(next);
              }
            }
            next++;
          }
        }
        assertThat(next).isEqualTo(CELLS);
        return in.stats();
      }
    }
  }

  private static String[] allFields() {
    String[] fields = new String[1 + ATTRIBUTES];
    Arrays.setAll(fields, c -> c == 0 ? "x" : "a" + (c - 1));
    return fields;
  }

  @ParameterizedTest
  @EnumSource(names = {"ROW_MAJOR", "COL_MAJOR", "GLOBAL_ORDER"})
  void decodesNothingTwiceIfTheCoordinatesOfLaterPartsFitInTheBudget(Layout layout) {
    write();
    // A cell takes 56 bytes: coordinate, key, and 40 bytes to sort it. A slab has half of the
    // budget.
    ReadStats stats = read(layout, 100L * CELLS, "x");
    assertThat(stats.tilesDecoded()).isEqualTo(TILES);
    assertThat(stats.cellsDecoded()).isEqualTo(CELLS);
    assertThat(stats.bytesDecoded()).isEqualTo(8L * CELLS);
  }

  @ParameterizedTest
  @EnumSource(names = {"ROW_MAJOR", "COL_MAJOR", "GLOBAL_ORDER"})
  void decodesTheCoordinatesOnceForManyParts(Layout layout) {
    write();
    ReadStats stats = read(layout, 100L * CELLS, allFields());
    assertThat(stats.tilesDecoded()).isEqualTo(TILES);
    // Each part decodes its cells of the attributes, which are in one chunk per tile.
    int parts = 4;
    assertThat(stats.bytesDecoded()).isEqualTo(8L * CELLS * (1 + parts * ATTRIBUTES));
  }

  @Test
  void decodesTilesAgainIfTheBudgetHasNoRoomForLaterParts() {
    write();
    ReadStats stats = read(Layout.ROW_MAJOR, 20L * CELLS, allFields());
    assertThat(stats.tilesDecoded()).isGreaterThan(TILES);
  }

  @Test
  void returnsTheSameRowsAsAReadWithMuchMemory() {
    long seed = Long.getLong("azulejo.seed", 20_261_127L);
    for (int test = 0; test < TestLayer.cases(200, 40); test++) {
      String label = "-Dazulejo.seed=" + (seed + test);
      Random random = new Random(seed + test);
      Location array = Location.of("mem://random" + test);
      writeRandom(array, random);
      ReadRequest request = randomRequest(random);
      int budget = 4096 << random.nextInt(8);
      List<String> expected;
      try (Azulejo azulejo = TestArrays.engine(storage)) {
        expected = TestArrays.texts(azulejo.open(array).read(request));
      }
      MemoryBudget memory = new MemoryBudget(budget);
      try (Tasks tasks = new Tasks(random.nextInt(2), 0);
          ScratchPool scratchPool = new ScratchPool()) {
        Snapshot snapshot = Snapshot.open(storage, array, TimeRange.ALL, Optional.empty(), tasks);
        Resources resources =
            new Resources(
                tasks, scratchPool, memory, SpillFiles.in(Path.of("target")), Progress.NONE);
        ReadScope scope = new ReadScope(storage, resources, request);
        boolean early = random.nextInt(5) == 0;
        List<String> found = new ArrayList<>();
        try (BatchReader in = ReadPlanner.read(snapshot, request, scope)) {
          for (Batch batch = in.next(); batch != null; batch = early ? null : in.next()) {
            for (int row = 0; row < batch.rows(); row++) {
              int at = row;
              found.add(
                  batch.columns().stream()
                      .map(column -> HexFormat.of().formatHex(column.getBytes(at)))
                      .collect(Collectors.joining(" ")));
            }
          }
        }
        List<String> wanted = early ? expected.subList(0, found.size()) : expected;
        assertThat(found.equals(wanted)).as(label).isTrue();
      }
      assertThat(memory.used()).as(label).isZero();
    }
  }

  private void writeRandom(Location array, Random random) {
    boolean text = random.nextInt(3) == 0;
    String order = List.of("ROW_MAJOR", "COL_MAJOR", "HILBERT").get(random.nextInt(3));
    int domain = 1 << 4 + random.nextInt(8);
    try (Azulejo azulejo = TestArrays.engine(storage)) {
      azulejo.create(
          array,
          TestSchemas.of(
              "sparse(%s, y INT32 0..%s/%s) a INT64, b STRING_ASCII var; cells %s, %s capacity %s",
              text ? "x TEXT" : "x INT32 0..%s/%s".formatted(domain - 1, domain / 4),
              domain - 1,
              domain / 2,
              order,
              random.nextBoolean() ? "duplicates," : "",
              10 + random.nextInt(100)));
      int fragments = 1 + random.nextInt(10);
      for (int f = 0; f < fragments; f++) {
        Set<List<Integer>> places = new HashSet<>();
        int cells = 1 + random.nextInt(300);
        while (places.size() < Math.min(cells, domain)) {
          places.add(List.of(random.nextInt(domain), random.nextInt(domain)));
        }
        int[] x = places.stream().mapToInt(place -> place.get(0)).toArray();
        int[] y = places.stream().mapToInt(place -> place.get(1)).toArray();
        long[] a = new long[x.length];
        String[] b = new String[x.length];
        for (int i = 0; i < x.length; i++) {
          a[i] = 1000L * f + i;
          b[i] = "b".repeat(random.nextInt(20));
        }
        TestArrays.append(
            azulejo.array(array),
            f + 1L,
            Batch.of(
                text
                    ? Column.of(
                        "x",
                        Datatype.STRING_ASCII,
                        Arrays.stream(x).mapToObj(i -> "t" + i).toArray(String[]::new))
                    : Column.ofInts("x", x),
                Column.ofInts("y", y),
                Column.of("a", Datatype.INT64, a),
                Column.of("b", Datatype.STRING_ASCII, b)));
      }
    }
  }

  private static ReadRequest randomRequest(Random random) {
    List<Layout> layouts = List.of(Layout.GLOBAL_ORDER, Layout.ROW_MAJOR, Layout.COL_MAJOR);
    ReadRequest request = ReadRequest.ALL.layout(layouts.get(random.nextInt(3)));
    if (random.nextInt(3) == 0) {
      int low = random.nextInt(8);
      request = request.subarray(Subarray.of("y", low, low + random.nextInt(8)));
    }
    if (random.nextInt(3) == 0) {
      request = request.where(Condition.field("a").lessThan(1000L * random.nextInt(10)));
    }
    return random.nextInt(4) == 0 ? request.limit(random.nextInt(500)) : request;
  }
}
