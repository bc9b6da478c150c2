package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two arrays are compared part by part, and what differs is named and counted. */
class DiffTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_122);
  private static final int ARRAYS = Integer.getInteger("azulejo.arrays", TestLayer.cases(150, 25));
  private static final Location A = Location.of("mem:///a");
  private static final Location B = Location.of("mem:///b");

  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).computeThreads(1).build();

  @AfterEach
  void close() {
    assertThat(Leases.held(azulejo)).isZero();
    azulejo.close();
  }

  private ArrayDifference diff() {
    return azulejo.open(A).diff(azulejo.open(B), DiffRequest.DEFAULT);
  }

  private void write(Location place, Column... columns) {
    write(place, WriteRequest.DEFAULT, columns);
  }

  private void write(Location place, WriteRequest request, Column... columns) {
    TestArrays.write(azulejo.array(place), request, ChangeOptions.DEFAULT, Batch.of(columns));
  }

  private static List<String> texts(List<ArrayDifference.Cell> cells) {
    return cells.stream().map(cell -> cell + " " + cell.attributes()).toList();
  }

  private static ArraySchema.Builder sparse() {
    return ArraySchema.sparse()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 1000), 100))
        .attribute(Attribute.builder("a", Datatype.INT64).nullable().build())
        .attribute(Attribute.text("s"));
  }

  private static Column x(long... values) {
    return Column.of("x", Datatype.INT32, values);
  }

  private static Column a(Long... values) {
    return Column.of("a", Datatype.INT64, Arrays.asList(values));
  }

  private static Column s(String... values) {
    return Column.of("s", Datatype.STRING_UTF8, values);
  }

  // ---- schemas, metadata

  @Test
  void everyPartOfASchemaThatDiffersIsNamed() {
    azulejo.create(
        A,
        sparse()
            .capacity(10)
            .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "blue")))
            .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("colors").build())
            .build());
    azulejo.create(
        B,
        ArraySchema.sparse()
            .capacity(20)
            .cellOrder(Layout.COL_MAJOR)
            .allowsDuplicates(true)
            .offsetsFilters(FilterPipeline.of(Filter.lz4()))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 2000), 200))
            .enumeration(Enumeration.ofStrings("colors", true, List.of("red", "green", "blue")))
            .attribute(
                Attribute.builder("a", Datatype.INT64)
                    .filters(Filter.byteShuffle(), Filter.zstd(5))
                    .fill(-1)
                    .build())
            .attribute(Attribute.builder("s", Datatype.STRING_ASCII).var().build())
            .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("colors").build())
            .attribute(Attribute.builder("f", Datatype.FLOAT32).fill(0.5).build())
            .build());

    assertThat(diff().schema().stream().map(ArrayDifference.SchemaPart::toString))
        .containsExactly(
            "cell order: row-major / col-major",
            "capacity: 10 / 20",
            "duplicates: not allowed / allowed",
            "offset filters: ZSTD -1 / LZ4",
            "validity filters: RLE / none",
            "attributes: \"a\", \"s\", \"e\" / \"a\", \"s\", \"e\", \"f\"",
            "dimension \"x\" domain: 1..1000 / 1..2000",
            "dimension \"x\" extent: 100 / 200",
            "attribute \"a\" nullable: yes / no",
            "attribute \"a\" fill value: null (-9223372036854775808) / -1",
            "attribute \"a\" filters: none / BYTESHUFFLE, ZSTD 5",
            "attribute \"s\": STRING_UTF8[] / STRING_ASCII[]",
            "attribute \"f\": none / FLOAT32",
            "enumeration \"colors\": 2 values of STRING_UTF8[], value 1 is \"blue\" / 3 values of"
                + " STRING_UTF8[], ordered, value 1 is \"green\"");
    assertThat(diff().isSame()).isFalse();
    assertThat(diff().holdsSame()).isTrue();
  }

  @Test
  void keysOfMetadataAreNamedThatDiffer() {
    azulejo.create(A, sparse().build());
    azulejo.catalog().copy(A, B);
    MetadataChange.Builder first = MetadataChange.builder().put("same", MetadataValue.ofInts(1));
    first.put("gone", MetadataValue.ofInts(1)).put("other", MetadataValue.ofInts(1));
    MetadataChange.Builder second = MetadataChange.builder().put("same", MetadataValue.ofInts(1));
    second.put("new", MetadataValue.ofInts(1)).put("other", MetadataValue.ofLongs(1));
    azulejo.array(A).metadata().change(first.build());
    azulejo.array(B).metadata().change(second.build());

    assertThat(diff().metadata())
        .extracting(ArrayDifference.MetadataKey::key, ArrayDifference.MetadataKey::kind)
        .containsExactly(
            tuple("gone", ArrayDifference.MetadataKey.Kind.ONLY_IN_FIRST),
            tuple("other", ArrayDifference.MetadataKey.Kind.DIFFERENT),
            tuple("new", ArrayDifference.MetadataKey.Kind.ONLY_IN_SECOND));
    assertThat(diff().holdsSame()).isFalse();
  }

  // ---- cells

  @Test
  void cellsAreNamedWithTheirValues() {
    azulejo.create(A, sparse().build());
    azulejo.create(B, sparse().capacity(3).build());
    write(A, x(1, 2, 3, 4, 5), a(1L, 2L, null, null, 5L), s("p", "q", "r", "s", ""));
    write(B, x(2, 3, 4, 5, 6), a(2L, null, 4L, 6L, 6L), s("q", "r", "s", "t", "u"));

    ArrayDifference.Cells cells = diff().cells();

    assertThat(texts(cells.first()))
        .containsExactly(
            "x=1, a=1, s=p / none []",
            "x=4, a=null, s=s / x=4, a=4, s=s [a]",
            "x=5, a=5, s= / x=5, a=6, s=t [a, s]",
            "none / x=6, a=6, s=u []");
    assertThat(cells.same()).isEqualTo(2);
    assertThat(cells.different()).isEqualTo(2);
    assertThat(cells.onlyInFirst()).isEqualTo(1);
    assertThat(cells.onlyInSecond()).isEqualTo(1);
    assertThat(cells.byAttribute()).containsExactly(Map.entry("a", 2L), Map.entry("s", 1L));
    ArrayDifference.Cells shown =
        azulejo.open(A).diff(azulejo.open(B), DiffRequest.DEFAULT.limit(1)).cells();
    assertThat(shown.first()).hasSize(1);
    assertThat(shown.byAttribute()).isEqualTo(cells.byAttribute());
    refuses(InvalidRequestException.class, () -> DiffRequest.DEFAULT.limit(-1));
  }

  @Test
  void floatsCompareByBitsAndNullsIgnoreTheirValues() {
    ArraySchema schema = TestSchemas.of("sparse(x FLOAT64 -1.0..1.0/1.0) a FLOAT32 nullable");
    azulejo.create(A, schema);
    azulejo.create(B, schema);
    int nan = Float.floatToRawIntBits(Float.NaN);
    write(A, reals("x", -0.0, 0.25, 0.5, 0.75, 1), bits(nan, nan, 0, 7, 0));
    write(B, reals("x", 0.0, 0.25, 0.5, 0.75, 1), bits(nan, nan, 0x8000_0000, 9, nan + 1));

    ArrayDifference.Cells cells = diff().cells();

    assertThat(texts(cells.first()))
        .containsExactly(
            "x=-0.0, a=NaN / none []",
            "none / x=0.0, a=NaN []",
            "x=0.5, a=0.0 / x=0.5, a=-0.0 [a]",
            "x=1.0, a=0.0 / x=1.0, a=NaN [a]");
    assertThat(cells.same()).isEqualTo(2);
  }

  private static Column reals(String name, double... values) {
    return Column.of(name, Datatype.FLOAT64, values);
  }

  /** Floating-point numbers by their bits, of which the fourth is null. */
  private static Column bits(int... values) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asIntBuffer().put(values);
    return new FixedColumn(
        "a", Datatype.FLOAT32, 1, values.length, data.array(), new byte[] {1, 1, 1, 0, 1});
  }

  @Test
  void everyDuplicateCounts() {
    azulejo.create(A, sparse().allowsDuplicates(true).build());
    azulejo.create(B, sparse().allowsDuplicates(true).build());
    write(A, x(1, 1, 1, 2, 3, 3), a(1L, 2L, 1L, 5L, 1L, 2L), s("p", "q", "p", "", "", ""));
    write(B, x(1, 1, 2, 3, 3, 3), a(2L, 1L, 6L, 2L, 1L, 2L), s("q", "p", "", "", "", ""));

    ArrayDifference.Cells cells = diff().cells();

    assertThat(cells.same()).isEqualTo(4);
    assertThat(cells.first().stream().map(ArrayDifference.Cell::toString))
        .containsExactly(
            "x=1, a=1, s=p / none", "x=2, a=5, s= / x=2, a=6, s=", "none / x=3, a=2, s=");
  }

  @Test
  void tooManyCellsAtTheSameCoordinatesAreRefused() {
    try (Azulejo small =
        Azulejo.builder()
            .storage("mem", azulejo.storage(A))
            .computeThreads(0)
            .memoryBudget(100_000)
            .build()) {
      small.create(A, sparse().allowsDuplicates(true).build());
      small.create(B, sparse().allowsDuplicates(true).build());
      int many = 1000;
      long[] places = new long[many];
      Arrays.fill(places, 7);
      Long[] up = new Long[many];
      Long[] down = new Long[many];
      String[] texts = new String[many];
      for (int i = 0; i < many; i++) {
        up[i] = (long) i;
        down[i] = (long) many - i;
        texts[i] = "";
      }
      write(A, x(places), a(up), s(texts));
      write(B, x(places), a(down), s(texts));

      assertThatThrownBy(() -> small.open(A).diff(small.open(B), DiffRequest.DEFAULT))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("share their coordinates")
          .hasMessageContaining("use a larger budget");
      assertThat(Leases.held(small)).isZero();
      assertThat(diff().cells().different() + diff().cells().onlyInFirst()).isEqualTo(1);
    }
  }

  @Test
  void denseCellsOfEitherArrayAreCompared() {
    ArraySchema.Builder schema =
        ArraySchema.dense().attribute(Attribute.builder("a", Datatype.INT32).fill(-1).build());
    azulejo.create(
        A,
        schema
            .dimension(Dimension.of("y", Datatype.UINT64, Range.of(1, 10), 3))
            .dimension(Dimension.of("x", Datatype.UINT64, Range.of(1, 10), 4))
            .build());
    azulejo.create(
        B,
        TestSchemas.of(
            "dense(y UINT64 1..20/20, x UINT64 1..5/2) a INT32; tiles COL_MAJOR, "
                + "cells COL_MAJOR"));
    write(A, box(1, 2, 4, 6), Column.of("a", Datatype.INT32, 1, 2, 3, 4, 5, 6));
    write(B, box(2, 3, 4, 5), Column.of("a", Datatype.INT32, 4, 6, -1, 8));
    write(B, box(19, 20, 1, 3), Column.of("a", Datatype.INT32, 1, 1, 1, 1, 1, 1));

    ArrayDifference.Cells cells = diff().cells();

    assertThat(texts(cells.first()))
        .containsExactly(
            "y=1, x=4, a=1 / y=1, x=4, a=-2147483648 [a]",
            "y=1, x=5, a=2 / y=1, x=5, a=-2147483648 [a]",
            "y=2, x=5, a=5 / y=2, x=5, a=6 [a]",
            "y=3, x=5, a=-1 / y=3, x=5, a=8 [a]");
    assertThat(cells.same()).as("2,4 and 3,4, as -1 is what fills the first").isEqualTo(2);
    assertThat(cells.onlyInFirst()).as("x=6").isEqualTo(2);
    assertThat(cells.onlyInSecond()).as("y=19..20").isEqualTo(6);
  }

  private static WriteRequest box(long y0, long y1, long x0, long x1) {
    return WriteRequest.DEFAULT.subarray(Subarray.of("y", y0, y1).and("x", x0, x1));
  }

  @Test
  void farApartCellsOfVastDomainsAreComparedAlone() {
    Dimension vast =
        Dimension.of("y", Datatype.INT64, Range.of(Long.MIN_VALUE, Long.MAX_VALUE - 1000), 1000);
    ArraySchema schema =
        ArraySchema.dense().dimension(vast).attribute(Attribute.of("a", Datatype.INT8)).build();
    azulejo.create(A, schema);
    azulejo.create(B, schema);
    for (long low : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE - 1002}) {
      WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of("y", low, low + 2));
      write(A, request, Column.of("a", Datatype.INT8, 1, 2, 3));
      write(B, request, Column.of("a", Datatype.INT8, 1, 2, low == 0 ? 4 : 3));
    }

    assertThat(texts(diff().cells().first())).containsExactly("y=2, a=3 / y=2, a=4 [a]");
    assertThat(diff().cells().same()).isEqualTo(8);
  }

  @Test
  void attributesOfOneArrayAloneAreLeftOut() {
    azulejo.create(A, sparse().build());
    write(A, x(1, 2), a(1L, 2L), s("p", "q"));
    azulejo.catalog().copy(A, B);
    azulejo
        .array(B)
        .evolve(
            SchemaEvolution.builder()
                .dropAttribute("s")
                .addAttribute(Attribute.of("f", Datatype.FLOAT32))
                .build());

    assertThat(diff().cells().isSame()).isTrue();
    assertThat(diff().cells().byAttribute()).containsOnlyKeys("a");
    assertThat(diff().isSame()).isFalse();
    OpenOptions before = OpenOptions.DEFAULT.at(TimeRange.until(0));
    ArrayDifference.Cells none =
        azulejo.open(A).diff(azulejo.open(B, before), DiffRequest.DEFAULT).cells();
    assertThat(none.onlyInFirst()).isEqualTo(2);
  }

  @Test
  void coordinatesOfDifferentKindsAreNotCompared() {
    azulejo.create(A, sparse().build());
    azulejo.create(B, TestSchemas.of("dense(x INT32 1..1000/100) a INT64"));
    assertThat(diff().cells().notCompared())
        .contains("one array is dense, and the other is sparse");
    assertThat(diff().isSame()).isFalse();
    azulejo.catalog().remove(B);
    azulejo.create(B, TestSchemas.of("sparse(x INT64 1..1000/100)"));
    assertThat(diff().cells().notCompared())
        .contains(
            "dimension 1 is \"x\" (INT32) in the first array, and \"x\" (INT64) in the second");
    azulejo.catalog().remove(B);
    azulejo.create(B, sparse().dimension(Dimension.text("t")).build());
    assertThat(diff().cells().notCompared())
        .contains("the first array has 1 dimensions, and the second has 2");
  }

  // ---- random arrays

  @Test
  void differencesOfRandomArraysMatchTheirCells() {
    long different = 0;
    long alone = 0;
    for (int i = 0; i < ARRAYS; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      RandomSchemas schemas = new RandomSchemas(random).labels(true);
      ArraySchema schema = i % 2 == 0 ? schemas.dense() : schemas.sparse();
      long budget = 4096L << random.nextInt(10);
      try (Azulejo engine =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(random.nextInt(2))
              .ioThreads(0)
              .memoryBudget(budget)
              .build()) {
        RandomCells cells = new RandomCells(engine, random);
        cells.create(A, schema);
        engine.catalog().copy(A, B);
        ArrayDifference copied = engine.open(A).diff(engine.open(B), DiffRequest.DEFAULT);
        assertThat(copied.isSame()).isTrue();
        for (int more = random.nextInt(3); more > 0; more--) {
          cells.write(random.nextBoolean() ? A : B, 100 + more);
        }
        Array a = engine.open(A);
        Array b = engine.open(B);
        ArrayDifference found = a.diff(b, DiffRequest.DEFAULT.limit(random.nextInt(40)));
        check(found.cells(), a, b);
        assertThat(found.metadata()).isEmpty();
        assertThat(found.schema()).isEmpty();
        assertThat(found.labels().values()).allMatch(ArrayDifference.Cells::isSame);
        assertThat(Leases.held(engine)).isZero();
        different += found.cells().different();
        alone += found.cells().onlyInFirst() + found.cells().onlyInSecond();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dazulejo.seed=" + seed + ": " + schema + ": " + e, e);
      }
    }
    assertThat(different).isGreaterThan(ARRAYS);
    assertThat(alone).isGreaterThan(ARRAYS);
  }

  /** Compares what was found with what one finds who holds all cells in memory. */
  private static void check(ArrayDifference.Cells found, Array a, Array b) {
    ArraySchema schema = a.schema();
    Subarray part = schema.isDense() ? around(a, b) : Subarray.ALL;
    List<NDRange> written = schema.isDense() ? written(a, b) : List.of();
    Map<String, List<List<String>>> ofA = cells(a, part, written);
    Map<String, List<List<String>>> ofB = cells(b, part, written);
    long same = 0;
    long different = 0;
    long onlyA = 0;
    long onlyB = 0;
    Map<String, Long> byAttribute = new TreeMap<>();
    schema.attributes().forEach(attribute -> byAttribute.put(attribute.name(), 0L));
    List<String> places = new ArrayList<>(ofA.keySet());
    ofB.keySet().stream().filter(place -> !ofA.containsKey(place)).forEach(places::add);
    for (String place : places) {
      List<List<String>> there = new ArrayList<>(ofA.getOrDefault(place, List.of()));
      List<List<String>> here = new ArrayList<>(ofB.getOrDefault(place, List.of()));
      if (there.size() == 1 && here.size() == 1) {
        boolean any = false;
        for (int i = 0; i < schema.attributes().size(); i++) {
          if (!there.get(0).get(i).equals(here.get(0).get(i))) {
            byAttribute.merge(schema.attributes().get(i).name(), 1L, Long::sum);
            any = true;
          }
        }
        different += any ? 1 : 0;
        same += any ? 0 : 1;
        continue;
      }
      int before = there.size();
      there.removeIf(here::remove);
      same += before - there.size();
      onlyA += there.size();
      onlyB += here.size();
    }
    assertThat(List.of(found.same(), found.different(), found.onlyInFirst(), found.onlyInSecond()))
        .isEqualTo(List.of(same, different, onlyA, onlyB));
    assertThat(new TreeMap<>(found.byAttribute())).isEqualTo(byAttribute);
  }

  private static Subarray around(Array a, Array b) {
    Subarray part = Subarray.ALL;
    for (int d = 0; d < a.schema().dimensions().size(); d++) {
      int index = d;
      part =
          part.and(
              a.schema().dimensions().get(d).name(),
              a.schema()
                  .currentDomain()
                  .map(box -> box.get(index))
                  .orElseGet(() -> b.schema().dimensions().get(index).domain().orElseThrow()));
    }
    return part;
  }

  private static List<NDRange> written(Array... arrays) {
    List<NDRange> boxes = new ArrayList<>();
    for (Array array : arrays) {
      array.fragments().forEach(f -> f.nonEmptyDomain().ifPresent(boxes::add));
    }
    return boxes;
  }

  private static boolean isWithin(NDRange box, Batch batch, int row) {
    boolean within = true;
    for (int d = 0; d < box.size(); d++) {
      Range.Longs range = (Range.Longs) box.get(d);
      long distance = batch.column(d).getLong(row) - range.low();
      within &= Long.compareUnsigned(distance, range.high() - range.low()) <= 0;
    }
    return within;
  }

  /** The cells by coordinates; of dense arrays those that neither array has are left out. */
  private static Map<String, List<List<String>>> cells(
      Array array, Subarray part, List<NDRange> written) {
    Map<String, List<List<String>>> cells = new HashMap<>();
    int dimensions = array.schema().dimensions().size();
    try (BatchReader in = array.read(ReadRequest.ALL.subarray(part)).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          Batch here = batch;
          int at = row;
          if (array.schema().isDense()
              && written.stream().noneMatch(box -> isWithin(box, here, at))) {
            continue;
          }
          StringBuilder place = new StringBuilder();
          List<String> values = new ArrayList<>();
          for (int i = 0; i < batch.columns().size(); i++) {
            Column column = batch.column(i);
            String text = column.isNull(row) ? "null" : Arrays.toString(column.getBytes(row));
            if (i < dimensions) {
              place.append(text);
            } else {
              values.add(text);
            }
          }
          cells.computeIfAbsent(place.toString(), p -> new ArrayList<>()).add(values);
        }
      }
    }
    return cells;
  }
}
