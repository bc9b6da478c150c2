package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.MissingCells;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.RecordedSpillFiles;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Writes of cells in any order to dense arrays: which fragments they make, and what they refuse.
 */
class ScatteredWritingTest {
  private static final Location ARRAY = Location.of("mem://array");

  /** Tiles of 4 x 4 cells, 3 by 3 of them; those of the last row have 2 rows. */
  private static final ArraySchema GRID =
      TestSchemas.of("dense(y INT32 0..9/4, x INT32 0..11/4) a INT64");

  private static final long FILL = Long.MIN_VALUE;

  private final Storage storage = Storage.inMemory();
  private final RecordedSpillFiles spilled = new RecordedSpillFiles();

  private Azulejo engine(long budget) {
    return StoredSpillFiles.with(
            spilled, Azulejo.builder().storage("mem", storage).memoryBudget(budget))
        .build();
  }

  private Azulejo engineWith(ArraySchema schema) {
    Azulejo azulejo = engine(1 << 20);
    azulejo.create(ARRAY, schema, CreateOptions.DEFAULT.at(1));
    return azulejo;
  }

  private static WriteRequest request(MissingCells rule) {
    return WriteRequest.DEFAULT.missing(rule);
  }

  private static WriteRequest box(MissingCells rule) {
    return WriteRequest.DEFAULT.missingInBox(rule);
  }

  /** Cells of one value at places y, x, y, x and so on. */
  private static Batch cells(long value, long... places) {
    int rows = places.length / 2;
    return Batch.of(
        Column.of(
            "y", Datatype.INT32, IntStream.range(0, rows).mapToLong(i -> places[2 * i]).toArray()),
        Column.of("a", Datatype.INT64, LongStream.generate(() -> value).limit(rows).toArray()),
        Column.of(
            "x",
            Datatype.INT32,
            IntStream.range(0, rows).mapToLong(i -> places[2 * i + 1]).toArray()));
  }

  private static List<String> write(
      Azulejo azulejo, WriteRequest request, long time, Batch... batches) {
    return TestArrays.write(azulejo.array(ARRAY), request, ChangeOptions.DEFAULT.at(time), batches);
  }

  private static long[] read(Array array, long y0, long y1, long x0, long x1) {
    Subarray box = Subarray.of("y", y0, y1).and("x", x0, x1);
    ReadRequest request = ReadRequest.ALL.select("a").subarray(box).layout(Layout.ROW_MAJOR);
    long[] values = new long[(int) ((y1 - y0 + 1) * (x1 - x0 + 1))];
    int at = 0;
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        ((FixedColumn) batch.column(0)).copyTo(values, at);
        at += batch.rows();
      }
    }
    return values;
  }

  private static List<NDRange> boxes(Array array) {
    return array.fragments().stream().map(f -> f.nonEmptyDomain().orElseThrow()).toList();
  }

  private static NDRange box(long y0, long y1, long x0, long x1) {
    return NDRange.of(Range.of(y0, y1), Range.of(x0, x1));
  }

  private List<Location> fragmentFiles() {
    List<Location> found = new ArrayList<>();
    collect(ARRAY.resolve("__fragments"), found);
    return found;
  }

  private void collect(Location folder, List<Location> found) {
    for (Storage.Entry entry : storage.list(folder)) {
      if (entry.folder()) {
        collect(folder.resolve(entry.name()), found);
      } else {
        found.add(folder.resolve(entry.name()));
      }
    }
  }

  // ---- which fragments there are

  @Test
  void tilesThatAreABoxAreOneFragment() {
    try (Azulejo azulejo = engineWith(GRID)) {
      write(
          azulejo, request(MissingCells.FILLED), 10, cells(5, 7, 11, 3, 4, 9, 7, 1, 8, 8, 8, 5, 5));

      Array array = azulejo.open(ARRAY);
      assertThat(boxes(array)).containsExactly(box(0, 9, 4, 11));
      assertThat(read(array, 7, 8, 8, 11))
          .containsExactly(FILL, FILL, FILL, 5, 5, FILL, FILL, FILL);
    }
  }

  @Test
  void tilesThatAreNoBoxAreAsFewBoxesAsTheirOrderAllows() {
    try (Azulejo azulejo = engineWith(GRID)) {
      List<String> names =
          write(azulejo, request(MissingCells.FILLED), 10, cells(5, 0, 0, 5, 0, 5, 4, 9, 0, 9, 4));

      assertThat(names).hasSize(2);
      assertThat(boxes(azulejo.open(ARRAY)))
          .containsExactlyInAnyOrder(box(0, 3, 0, 3), box(4, 9, 0, 7));
      assertThat(storage.list(ARRAY.resolve("__commits"))).hasSize(1);
    }
  }

  @Test
  void tilesInColumnMajorOrderAreDividedAlongColumns() {
    try (Azulejo azulejo = engineWith(GRID.toBuilder().tileOrder(Layout.COL_MAJOR).build())) {
      write(azulejo, request(MissingCells.FILLED), 10, cells(5, 0, 0, 0, 5, 5, 5, 0, 9, 5, 9));

      assertThat(boxes(azulejo.open(ARRAY)))
          .containsExactlyInAnyOrder(box(0, 3, 0, 3), box(0, 7, 4, 11));
    }
  }

  @Test
  void fragmentsAreClippedByTheSubarrayAndTheCurrentDomain() {
    NDRange current = NDRange.of(Range.of(0, 8), Range.of(1, 11));
    try (Azulejo azulejo = engineWith(GRID.toBuilder().currentDomain(current).build())) {
      WriteRequest request = request(MissingCells.FILLED).subarray(Subarray.of("x", 0L + 1, 6));
      write(azulejo, request, 10, cells(5, 8, 3, 8, 4));

      assertThat(boxes(azulejo.open(ARRAY))).containsExactly(box(8, 8, 1, 6));
    }
  }

  @Test
  void noCellsMakeNoFragment() {
    try (Azulejo azulejo = engineWith(GRID)) {
      for (MissingCells rule : MissingCells.values()) {
        assertThat(write(azulejo, request(rule), 10, cells(1))).isEmpty();
      }
      assertThat(fragmentFiles()).isEmpty();
    }
  }

  @Test
  void progressCountsTheBytesOfAllBoxes() {
    List<Long> seen = new ArrayList<>();
    try (Azulejo azulejo = engineWith(GRID)) {
      WriteRequest request = request(MissingCells.FILLED).progress((done, total) -> seen.add(done));
      write(azulejo, request, 10, cells(5, 0, 0, 4, 4, 9, 9));

      assertThat(seen).hasSize(3).isSorted().doesNotHaveDuplicates();
      long data =
          fragmentFiles().stream()
              .filter(file -> !file.name().equals("__fragment_metadata.tdb"))
              .mapToLong(file -> storage.open(file).size())
              .sum();
      assertThat(seen.get(2)).isEqualTo(data);
    }
  }

  /** Memory for four tiles is enough for one that is kept in part. */
  @Test
  void largeTilesTakeNoMoreMemoryThanTheySay() {
    long tile = 4L << 20;
    ArraySchema large =
        TestSchemas.of(
            "dense(y INT32 0..0/1, x INT32 0..%s/%s) a INT64, b INT64", tile / 4 - 1, tile / 4);
    try (Azulejo azulejo = engine(4 * 16 * tile / 4)) {
      azulejo.create(ARRAY, large, CreateOptions.DEFAULT.at(1));
      for (long x = 0; x < 3; x++) {
        Batch batch =
            Batch.of(
                Column.of("y", Datatype.INT32, 0L),
                Column.of("x", Datatype.INT32, x),
                Column.of("a", Datatype.INT64, x),
                Column.of("b", Datatype.INT64, x));
        write(azulejo, request(MissingCells.KEPT), 10 + x, batch);
      }
      assertThat(read(azulejo.open(ARRAY), 0, 0, 0, 3)).containsExactly(0, 1, 2, FILL);
    }
  }

  @Test
  void arraysThatCommitOneFragmentAtATimeTakeOneBox() {
    try (Azulejo azulejo = engine(1 << 20)) {
      azulejo.create(ARRAY, GRID, CreateOptions.DEFAULT.formatVersion(11));
      assertThatThrownBy(
              () -> write(azulejo, request(MissingCells.FILLED), 10, cells(5, 0, 0, 9, 9)))
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContainingAll("version 11", "2 boxes of tiles", "upgrade");

      assertThat(write(azulejo, request(MissingCells.FILLED), 10, cells(5, 0, 0))).hasSize(1);
    }
  }

  // ---- cells that are missing

  @Test
  void refusesATileThatIsNotCompleteAndLeavesNothing() {
    try (Azulejo azulejo = engineWith(GRID)) {
      long[] whole = new long[34];
      int at = 0;
      for (long y = 0; y < 4; y++) {
        for (long x = 0; x < 4; x++) {
          whole[at++] = y;
          whole[at++] = x;
        }
      }
      whole[32] = 8;
      whole[33] = 4;

      assertThatThrownBy(() -> write(azulejo, request(MissingCells.REFUSED), 10, cells(1, whole)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(
              "7 of the 8 cells of the tile y=8..9, x=4..7 are missing, the first at y=8, x=5");
      assertThat(fragmentFiles()).isEmpty();
    }
  }

  @Test
  void keepsWhatIsNotNewerThanTheWrite() {
    try (Azulejo azulejo = engineWith(GRID)) {
      write(azulejo, request(MissingCells.FILLED), 10, cells(1, 0, 0, 0, 1, 0, 2));
      write(azulejo, request(MissingCells.KEPT), 30, cells(3, 0, 1));
      write(azulejo, request(MissingCells.KEPT), 20, cells(2, 0, 2));

      assertThat(read(azulejo.open(ARRAY), 0, 0, 0, 3)).containsExactly(1, 3, 1, FILL);
      assertThat(read(azulejo.open(ARRAY, OpenOptions.DEFAULT.at(TimeRange.until(20))), 0, 0, 0, 3))
          .containsExactly(1, 1, 2, FILL);
    }
  }

  @Test
  void keepsWhatWasThereWhenTheWriteBegan() {
    try (Azulejo azulejo = engineWith(GRID)) {
      write(azulejo, request(MissingCells.FILLED), 10, cells(1, 0, 0, 0, 1));
      try (ArrayWriter out =
          azulejo.array(ARRAY).writer(request(MissingCells.KEPT), ChangeOptions.DEFAULT.at(30))) {
        write(azulejo, request(MissingCells.KEPT), 20, cells(2, 0, 0));
        out.append(cells(3, 0, 2));
        out.commit();
      }
      assertThat(read(azulejo.open(ARRAY), 0, 0, 0, 3)).containsExactly(1, 1, 3, FILL);
    }
  }

  @Test
  void keepsFillValuesOfAttributesThatAreNewerThanTheCells() {
    try (Azulejo azulejo = engineWith(GRID)) {
      write(azulejo, request(MissingCells.FILLED), 10, cells(1, 0, 0, 0, 1));
      azulejo
          .array(ARRAY)
          .evolve(
              SchemaEvolution.builder()
                  .addAttribute(Attribute.builder("b", Datatype.UINT8).fill(9).build())
                  .build(),
              ChangeOptions.DEFAULT.at(50));
      Batch batch =
          Batch.of(
              Column.ofInts("y", 0), Column.ofInts("x", 1),
              Column.ofLongs("a", 7), Column.of("b", Datatype.UINT8, 4));
      write(azulejo, request(MissingCells.KEPT), 20, batch);

      Array array = azulejo.open(ARRAY);
      assertThat(read(array, 0, 0, 0, 2)).containsExactly(1, 7, FILL);
      ReadRequest second =
          ReadRequest.ALL.select("b").subarray(Subarray.of("y", 0, 0).and("x", 0, 2));
      try (BatchReader in = array.read(second).batches()) {
        assertThat(in.next().column(0).getBytes(1)).containsExactly(4);
      }
    }
  }

  @Test
  void keepsValuesOfAttributesThatAreNewerThanTheWrite() {
    try (Azulejo azulejo = engineWith(GRID)) {
      azulejo
          .array(ARRAY)
          .evolve(
              SchemaEvolution.builder().addAttribute(Attribute.of("b", Datatype.INT32)).build(),
              ChangeOptions.DEFAULT.at(50));
      write(azulejo, request(MissingCells.FILLED), 10, twoFields(1, 5));
      write(azulejo, request(MissingCells.KEPT), 20, twoFields(2, 6, 0));

      assertThat(azulejo.open(ARRAY).read().range("y", 0, 0).range("x", 0, 1).ints("b").values())
          .containsExactly(6, 5);
    }
  }

  /** Cells of the first row: the first two columns, or those that are given. */
  private static Batch twoFields(long a, int b, int... columns) {
    int[] x = columns.length == 0 ? new int[] {0, 1} : columns;
    long[] as = new long[x.length];
    int[] bs = new int[x.length];
    Arrays.fill(as, a);
    Arrays.fill(bs, b);
    return Batch.of(
        Column.ofInts("y", new int[x.length]),
        Column.ofInts("x", x),
        Column.ofLongs("a", as),
        Column.ofInts("b", bs));
  }

  // ---- boxes

  @Test
  void aBoxIsFilledAroundTheCellsOrInTheSubarray() {
    try (Azulejo azulejo = engineWith(GRID)) {
      write(azulejo, box(MissingCells.FILLED), 10, cells(1, 9, 11, 1, 1));
      assertThat(boxes(azulejo.open(ARRAY))).containsExactly(box(1, 9, 1, 11));
      long[] filled = read(azulejo.open(ARRAY), 1, 9, 1, 11);
      assertThat(filled[0]).isEqualTo(1);
      assertThat(filled[98]).isEqualTo(1);
      assertThat(Arrays.copyOfRange(filled, 1, 98)).containsOnly(FILL);

      WriteRequest kept = box(MissingCells.KEPT).subarray(Subarray.of("x", 1, 6));
      write(azulejo, kept, 20, cells(2, 1, 2));
      assertThat(boxes(azulejo.open(ARRAY))).contains(box(1, 1, 1, 6));
      assertThat(read(azulejo.open(ARRAY), 1, 1, 1, 3)).containsExactly(1, 2, FILL);
      assertThat(write(azulejo, box(MissingCells.REFUSED), 30)).isEmpty();
    }
  }

  @Test
  void aBoxThatIsNotCompleteIsRefusedAndLeavesNothing() {
    try (Azulejo azulejo = engineWith(GRID)) {
      failsAtTheEnd(
          azulejo,
          box(MissingCells.REFUSED),
          cells(1, 8, 0, 0, 0, 1, 0, 2, 0, 3, 0),
          "4 of the 4 cells of the tile y=4..7, x=0..0 are missing, the first at y=4, x=0");
      assertThat(fragmentFiles()).isEmpty();
    }
  }

  @Test
  void aBoxMayLieAnywhereInADomainOfAnySize() {
    ArraySchema wide =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT64, Range.of(0, Long.MAX_VALUE - 1), 1))
            .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, 99), 1))
            .attribute(Attribute.of("a", Datatype.INT64))
            .build();
    long far = 1L << 60;
    try (Azulejo azulejo = engineWith(wide)) {
      Batch cells =
          Batch.of(
              Column.of("y", Datatype.INT64, far + 1, far),
              Column.of("x", Datatype.INT64, 98L, 98L),
              Column.of("a", Datatype.INT64, 7L, 6L));
      assertThat(write(azulejo, box(MissingCells.REFUSED), 10, cells)).hasSize(1);
      assertThat(read(azulejo.open(ARRAY), far, far + 1, 98, 98)).containsExactly(6, 7);
      Batch corners =
          Batch.of(
              Column.of("y", Datatype.INT64, far, 0L),
              Column.of("x", Datatype.INT64, 98L, 98L),
              Column.of("a", Datatype.INT64, 7L, 6L));
      failsAtTheEnd(
          azulejo, box(MissingCells.REFUSED), corners, "has 1,152,921,504,606,846,977 cells", "2");
      failsAtTheEnd(azulejo, box(MissingCells.FILLED), corners, "2^31 tiles or more");
    }
  }

  @Test
  void theOrderThatAttributesPromiseIsCheckedInBoxes() {
    ArraySchema ordered =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 9), 4))
            .attribute(Attribute.builder("up", Datatype.INT64).order(DataOrder.INCREASING).build())
            .build();
    refuses(ordered, box(MissingCells.FILLED), "\"up\"", "INCREASING");
    try (Azulejo azulejo = engineWith(ordered)) {
      write(azulejo, box(MissingCells.REFUSED), 10, ordered(new long[] {3, 2, 4}, 30, 20, 40));
      failsAtTheEnd(
          azulejo,
          box(MissingCells.REFUSED),
          ordered(new long[] {6, 5, 7}, 60, 61, 70),
          "x=5 has 61 and x=6 has 60");
      failsAtTheEnd(
          azulejo,
          box(MissingCells.REFUSED),
          ordered(new long[] {6, 5}, 60, 40),
          "x=4 has 40 and x=5 has 40");
    }
  }

  private static void failsAtTheEnd(
      Azulejo azulejo, WriteRequest request, Batch batch, String... parts) {
    assertThatThrownBy(() -> write(azulejo, request, 20, batch))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll(parts);
  }

  private static Batch ordered(long[] places, long... values) {
    return Batch.of(
        Column.of("up", Datatype.INT64, values), Column.of("x", Datatype.INT32, places));
  }

  // ---- what is refused

  private void refuses(ArraySchema schema, WriteRequest request, String... parts) {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      azulejo.create(ARRAY, schema);
      assertThatThrownBy(() -> azulejo.array(ARRAY).writer(request))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContainingAll(parts);
    }
  }

  @Test
  void refusesRequestsThatDoNotFit() {
    WriteRequest kept = request(MissingCells.KEPT);
    refuses(
        GRID,
        kept.layout(Layout.ROW_MAJOR),
        "any order, not in ROW_MAJOR order",
        "omit the layout");
    refuses(StagedCells.SPARSE, kept, "a sparse array has no missing cells");
    ArraySchema ordered =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 9), 4))
            .attribute(Attribute.builder("up", Datatype.INT64).order(DataOrder.INCREASING).build())
            .build();
    refuses(ordered, kept, "\"up\"", "INCREASING", "write them in the order");
    refuses(GRID, kept.subarray(Subarray.of("y", 5, 10)), "5..10", "domain 0..9");
  }

  @Test
  void refusesMoreTilesThanCanBeNumberedAndSaysWhatWouldDo() {
    ArraySchema wide =
        TestSchemas.of("dense(y INT64 0..%s/1, x INT64 0..99/1) a INT64", Long.MAX_VALUE - 1);
    refuses(wide, request(MissingCells.FILLED), "2^63 tiles or more", "subarray");
    try (Azulejo azulejo = engineWith(wide)) {
      WriteRequest part =
          request(MissingCells.FILLED).subarray(Subarray.of("y", 1L << 60, (1L << 60) + 5));
      Batch cell =
          Batch.of(
              Column.of("y", Datatype.INT64, (1L << 60) + 3),
              Column.of("x", Datatype.INT64, 99L),
              Column.of("a", Datatype.INT64, 7L));
      assertThat(write(azulejo, part, 10, cell)).hasSize(1);
      assertThat(read(azulejo.open(ARRAY), (1L << 60) + 3, (1L << 60) + 3, 98, 99))
          .containsExactly(FILL, 7);
    }
  }

  @Test
  void refusesCellsThatLieOutside() {
    NDRange current = NDRange.of(Range.of(0, 7), Range.of(0, 11));
    try (Azulejo azulejo = engineWith(GRID.toBuilder().currentDomain(current).build())) {
      WriteRequest part = request(MissingCells.KEPT).subarray(Subarray.of("x", 2, 6));
      fails(azulejo, part, cells(1, 0, 3, 10, 3), "row 1", "10", "\"y\"", "domain 0..9");
      fails(azulejo, part, cells(1, 0, 3, 8, 3), "row 1", "8", "\"y\"", "current domain 0..7");
      fails(azulejo, part, cells(1, 0, 3, 0, 7), "row 1", "7", "\"x\"", "subarray 2..6");
    }
  }

  private static void fails(Azulejo azulejo, WriteRequest request, Batch batch, String... parts) {
    try (ArrayWriter out = azulejo.array(ARRAY).writer(request)) {
      assertThatThrownBy(() -> out.append(batch))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContainingAll(parts);
    }
  }

  @Test
  void refusesBatchesWithoutCoordinatesAndSaysHowTheyWouldBeTaken() {
    try (Azulejo azulejo = engineWith(GRID)) {
      Batch values = Batch.of(Column.of("a", Datatype.INT64, 1L));
      fails(azulejo, request(MissingCells.KEPT), values, "dimension \"y\"", "[y, x]", "[a]");
      fails(azulejo, WriteRequest.DEFAULT, cells(1, 0, 0), "(missing: filled or kept)");
      assertThatThrownBy(
              () -> azulejo.array(ARRAY).writer(WriteRequest.DEFAULT.layout(Layout.UNORDERED)))
          .hasMessageContaining("(missing: filled or kept)");
    }
  }

  @Test
  void cellsThatComeTwiceAreRefusedOrTheLastOneCounts() {
    try (Azulejo azulejo = engineWith(GRID)) {
      WriteRequest filled = request(MissingCells.FILLED);
      assertThatThrownBy(() -> write(azulejo, filled, 10, cells(1, 3, 3, 0, 1), cells(2, 0, 1)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContainingAll("row 1 and row 2", "y = 0, x = 1");
      write(
          azulejo,
          filled.duplicates(DuplicatePolicy.KEEP_LAST),
          10,
          cells(1, 3, 3, 0, 1),
          cells(2, 0, 1));
      assertThat(read(azulejo.open(ARRAY), 0, 0, 0, 1)).containsExactly(FILL, 2);
    }
  }

  @Test
  void arraysWithLabelsTakeCellsButThoseOfTheLabelsDoNot() {
    ArraySchema labeled =
        GRID.toBuilder()
            .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
            .build();
    try (Azulejo azulejo = engineWith(labeled)) {
      assertThat(write(azulejo, request(MissingCells.FILLED), 10, cells(5, 0, 0))).hasSize(1);
      Location label = ARRAY.resolve("__labels/l0");
      assertThatThrownBy(() -> azulejo.array(label).writer(request(MissingCells.KEPT)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("INCREASING");
    }
  }

  // ---- in many tasks

  @Test
  void tasksStageTilesThatAreCommittedTogether() {
    try (Azulejo azulejo = engineWith(GRID)) {
      List<StagedFragments> parts = new ArrayList<>();
      for (long task = 0; task < 3; task++) {
        parts.add(stage(azulejo, cells(task, 0, 4 * task, 9, 4 * task + 3)));
      }
      assertThat(boxes(azulejo.open(ARRAY))).isEmpty();
      assertThat(azulejo.array(ARRAY).commit(parts, CommitOptions.DEFAULT).fragments()).hasSize(6);
      assertThat(read(azulejo.open(ARRAY), 0, 0, 0, 8))
          .containsExactly(0, FILL, FILL, FILL, 1, FILL, FILL, FILL, 2);
    }
  }

  @Test
  void tasksThatWriteCellsOfOneTileAreRefused() {
    try (Azulejo azulejo = engineWith(GRID)) {
      List<StagedFragments> parts =
          List.of(stage(azulejo, cells(1, 0, 0)), stage(azulejo, cells(2, 1, 1)));
      assertThatThrownBy(() -> azulejo.array(ARRAY).commit(parts, CommitOptions.DEFAULT))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("overlap");
    }
  }

  private static StagedFragments stage(Azulejo azulejo, Batch batch) {
    try (ArrayWriter out =
        azulejo.array(ARRAY).writer(request(MissingCells.FILLED), ChangeOptions.DEFAULT.at(10))) {
      out.append(batch);
      return out.stage();
    }
  }
}
